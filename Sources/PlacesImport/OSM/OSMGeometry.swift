internal import PlacesJSON
internal import PlacesModel

/// Where a feature is.
enum OSMGeometry {
    case point(Coordinate)
    /// Lines, each of two points or more.
    case lines([[Coordinate]])
    /// Polygons of rings; the first ring of each is its outer one.
    case polygons([[[Coordinate]]])

    /// Nil for a geometry without points.
    init?(_ node: JSONNode) throws(RowFault) {
        guard let coordinates = node["coordinates"] else { throw RowFault("has a geometry without coordinates") }
        switch node["type"]?.string {
        case "Point": self = .point(try OSMGeometry.position(coordinates))
        case "LineString":
            let line = try OSMGeometry.positions(coordinates)
            if line.isEmpty { return nil }
            self = .lines([line])
        case "MultiLineString":
            let lines = try OSMGeometry.lines(coordinates).filter { !$0.isEmpty }
            if lines.isEmpty { return nil }
            self = .lines(lines)
        case "Polygon":
            let rings = try OSMGeometry.lines(coordinates)
            if rings.first?.isEmpty ?? true { return nil }
            self = .polygons([rings])
        case "MultiPolygon":
            var polygons: [[[Coordinate]]] = []
            for index in 0..<coordinates.count {
                guard let polygon = coordinates[index] else { continue }
                let rings = try OSMGeometry.lines(polygon)
                if !(rings.first?.isEmpty ?? true) { polygons.append(rings) }
            }
            if polygons.isEmpty { return nil }
            self = .polygons(polygons)
        default: throw RowFault("has a geometry of an unknown type")
        }
    }

    /// GeoJSON has the longitude first.
    private static func position(_ node: JSONNode) throws(RowFault) -> Coordinate {
        guard let longitude = node[0]?.double, let latitude = node[1]?.double else {
            throw RowFault("has a position that is no pair of numbers")
        }
        return try RowValues.coordinate(latitude: latitude, longitude: longitude)
    }

    private static func positions(_ node: JSONNode) throws(RowFault) -> [Coordinate] {
        let count = node.kind == .array ? node.count : 0
        var result: [Coordinate] = []
        result.reserveCapacity(count)
        for index in 0..<count {
            if let element = node[index] { result.append(try position(element)) }
        }
        return result
    }

    private static func lines(_ node: JSONNode) throws(RowFault) -> [[Coordinate]] {
        var result: [[Coordinate]] = []
        for index in 0..<(node.kind == .array ? node.count : 0) {
            if let element = node[index] { result.append(try positions(element)) }
        }
        return result
    }
}

extension OSMGeometry {
    /// A line that ends where it began, taken as the area that it surrounds.
    var closed: OSMGeometry {
        guard case .lines(let lines) = self, lines.count == 1, let line = lines.first, line.count > 3,
            line.first == line.last
        else { return self }
        return .polygons([[line]])
    }

    /// A point that stands for the whole: on a line in the middle of its way, in an area inside it.
    var representative: Coordinate {
        switch self {
        case .point(let point): point
        case .lines(let lines): OSMGeometry.middle(of: lines.max { $0.count < $1.count } ?? [])
        case .polygons(let polygons):
            OSMGeometry.inside(polygons.max { OSMGeometry.size($0) < OSMGeometry.size($1) } ?? [])
        }
    }

    /// The rectangle around it; nil for a point and for what is smaller than about 200 m.
    var viewport: Viewport? {
        let points: [Coordinate]
        switch self {
        case .point: return nil
        case .lines(let lines): points = lines.flatMap { $0 }
        case .polygons(let polygons): points = polygons.flatMap { $0.first ?? [] }
        }
        var (south, west, north, east) = (90.0, 180.0, -90.0, -180.0)
        for point in points {
            south = min(south, point.latitude)
            north = max(north, point.latitude)
            west = min(west, point.longitude)
            east = max(east, point.longitude)
        }
        // Data that crosses the antimeridian is cut there; a rectangle around both halves would be the whole globe.
        guard east - west < 180, north - south > 0.002 || east - west > 0.002 else { return nil }
        return try? Viewport(
            low: Coordinate(uncheckedLatitude: south, longitude: west),
            high: Coordinate(uncheckedLatitude: north, longitude: east),
            field: "viewport"
        )
    }

    private static func middle(of line: [Coordinate]) -> Coordinate {
        guard let first = line.first else { return Coordinate(uncheckedLatitude: 0, longitude: 0) }
        return line.count < 3 ? first : line[line.count / 2]
    }

    private static func size(_ rings: [[Coordinate]]) -> Double { abs(moments(rings.first ?? []).area) }

    /// Twice the signed area and the centre of gravity of a ring, relative to its first point, in degrees.
    private static func moments(_ ring: [Coordinate]) -> (area: Double, latitude: Double, longitude: Double) {
        guard let origin = ring.first else { return (0, 0, 0) }
        var (area, latitude, longitude) = (0.0, 0.0, 0.0)
        var previous = origin
        for point in ring.dropFirst() {
            let (x0, y0) = (previous.longitude - origin.longitude, previous.latitude - origin.latitude)
            let (x1, y1) = (point.longitude - origin.longitude, point.latitude - origin.latitude)
            let cross = x0 * y1 - x1 * y0
            area += cross
            longitude += (x0 + x1) * cross
            latitude += (y0 + y1) * cross
            previous = point
        }
        guard abs(area) > 1e-18 else { return (0, origin.latitude, origin.longitude) }
        return (area, origin.latitude + latitude / (3 * area), origin.longitude + longitude / (3 * area))
    }

    /// The centre of gravity where it lies inside, else the middle of the widest piece of its parallel that does.
    private static func inside(_ rings: [[Coordinate]]) -> Coordinate {
        let center = moments(rings.first ?? [])
        guard center.area != 0 else {
            return Coordinate(uncheckedLatitude: center.latitude, longitude: center.longitude)
        }
        var crossings: [Double] = []
        for ring in rings {
            for (a, b) in zip(ring, ring.dropFirst())
            where (a.latitude > center.latitude) != (b.latitude > center.latitude) {
                let part = (center.latitude - a.latitude) / (b.latitude - a.latitude)
                crossings.append(a.longitude + part * (b.longitude - a.longitude))
            }
        }
        crossings.sort()
        var widest = (low: center.longitude, high: center.longitude)
        for index in stride(from: 0, to: crossings.count - 1, by: 2) {
            let piece = (low: crossings[index], high: crossings[index + 1])
            if (piece.low...max(piece.low, piece.high)).contains(center.longitude) {
                return Coordinate(uncheckedLatitude: center.latitude, longitude: center.longitude)
            }
            if piece.high - piece.low > widest.high - widest.low { widest = piece }
        }
        return Coordinate(uncheckedLatitude: center.latitude, longitude: (widest.low + widest.high) / 2)
    }
}
