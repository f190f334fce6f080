internal import Glibc
internal import PlacesIndex
internal import PlacesModel

/// Puts the pieces of streets together: OpenStreetMap cuts a street wherever its surface or its speed limit changes.
///
/// Pieces belong together when they have one name, lie in the same areas and are near each other, directly or by further
/// pieces. So the Main Streets of two villages stay two.
final class OSMStreets {
    private struct Key: Hashable {
        var name: String
        var areas: [String]
    }

    private struct Piece {
        var number: UInt64
        var id: String
        var importance: Float
        var points: Range<Int>
    }

    private struct Group {
        var place: PlaceRecord
        var number: UInt64
        var pieces: [Piece] = []
        /// What any of the pieces is called besides its name.
        var names: [RecordName] = []
    }

    private var numbers: [Key: Int] = [:]
    private var groups: [Group] = []
    private var points: [Coordinate] = []

    /// Points of a line are no farther from each other than this, in metres, so that no part of a street is missed.
    private static let spacing = 100.0
    /// Pieces in the same or in neighbouring cells of so many degrees of latitude (about 500 m) belong together.
    private static let cell = 0.005
    private static let maximumShape = 32

    func add(_ place: PlaceRecord, number: UInt64, lines: [[Coordinate]]) {
        guard let name = place.names.first?.text else { return }
        let start = points.count
        for line in lines { append(line) }
        let piece = Piece(number: number, id: place.id, importance: place.importance, points: start..<points.count)
        let key = Key(name: name, areas: place.areas)
        guard let index = numbers[key] else {
            numbers[key] = groups.count
            groups.append(Group(place: place, number: number, pieces: [piece], names: Array(place.names.dropFirst())))
            return
        }
        groups[index].pieces.append(piece)
        for other in place.names.dropFirst() { OSMNames.add(&groups[index].names, other) }
    }

    /// All streets, in the order of their first pieces. The ID is that of the piece with the smallest number.
    func places() -> [PlaceRecord] {
        var result: [PlaceRecord] = []
        for group in groups {
            for pieces in together(group.pieces) { result.append(place(of: group, pieces)) }
        }
        return result
    }

    private func append(_ line: [Coordinate]) {
        guard var previous = line.first else { return }
        points.append(previous)
        for point in line.dropFirst() {
            let steps = min(1000, Int(distance(previous, point) / OSMStreets.spacing))
            for step in stride(from: 1, through: steps, by: 1) {
                let part = Double(step) / Double(steps + 1)
                points.append(
                    Coordinate(
                        uncheckedLatitude: previous.latitude + part * (point.latitude - previous.latitude),
                        longitude: previous.longitude + part * (point.longitude - previous.longitude)
                    )
                )
            }
            points.append(point)
            previous = point
        }
    }

    /// Metres, near enough for what is near.
    private func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
        let metersADegree = 111_195.0
        let northward = (b.latitude - a.latitude) * metersADegree
        let eastward = (b.longitude - a.longitude) * metersADegree * cos(a.latitude * .pi / 180)
        return (northward * northward + eastward * eastward).squareRoot()
    }

    // MARK: - What belongs together

    private struct Cell: Hashable {
        var row: Int32
        var column: Int32
    }

    private func together(_ pieces: [Piece]) -> [[Piece]] {
        if pieces.count == 1 { return [pieces] }
        var parents = Array(0..<pieces.count)
        func root(_ index: Int) -> Int {
            var index = index
            while parents[index] != index {
                parents[index] = parents[parents[index]]
                index = parents[index]
            }
            return index
        }
        var owners: [Cell: Int] = [:]
        for (index, piece) in pieces.enumerated() {
            for point in points[piece.points] {
                let width = OSMStreets.cell / max(0.01, cos(point.latitude * .pi / 180))
                let row = Int32((point.latitude / OSMStreets.cell).rounded(.down))
                let column = Int32((point.longitude / width).rounded(.down))
                guard owners[Cell(row: row, column: column)].map(root) != root(index) else { continue }
                for (down, right) in [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let near = Cell(row: row + Int32(down), column: column + Int32(right))
                    if let owner = owners[near] { parents[root(index)] = root(owner) }
                }
                owners[Cell(row: row, column: column)] = index
            }
        }
        var order: [Int] = []
        var byRoot: [Int: [Piece]] = [:]
        for (index, piece) in pieces.enumerated() {
            let key = root(index)
            if byRoot[key] == nil { order.append(key) }
            byRoot[key, default: []].append(piece)
        }
        return order.compactMap { byRoot[$0] }
    }

    // MARK: - One street

    private func place(of group: Group, _ pieces: [Piece]) -> PlaceRecord {
        var place = group.place
        place.names += group.names.filter { !place.names.contains($0) }
        var all: [Coordinate] = []
        var first = pieces[0]
        for piece in pieces {
            all += points[piece.points]
            if piece.number < first.number { first = piece }
            place.importance = max(place.importance, piece.importance)
        }
        place.id = first.id
        place.location = middle(of: all)
        place.shape = thinned(all, keeping: place.location)
        return place
    }

    /// The point of the street that is nearest to the middle of all.
    private func middle(of all: [Coordinate]) -> Coordinate {
        let count = Double(all.count)
        let center = Coordinate(
            uncheckedLatitude: all.reduce(0) { $0 + $1.latitude } / count,
            longitude: all.reduce(0) { $0 + $1.longitude } / count
        )
        return all.min { distance($0, center) < distance($1, center) } ?? center
    }

    /// At most 32 points, as far from each other as that takes.
    private func thinned(_ all: [Coordinate], keeping location: Coordinate) -> [Coordinate] {
        if all.count == 1 { return [] }
        var gap = 40.0
        while true {
            var kept = [location]
            for point in all where kept.allSatisfy({ distance($0, point) >= gap }) {
                kept.append(point)
                if kept.count > OSMStreets.maximumShape { break }
            }
            if kept.count <= OSMStreets.maximumShape { return kept }
            gap *= 1.5
        }
    }
}
