import PlacesModel
import PlacesText

/// A point that was typed: a Plus Code or coordinates.
struct PointQuery {
    /// `pluscode:8FVC9G8F+6X` or `latlng:60.17,24.94`.
    let id: String
    let text: String
    let coordinate: Coordinate
    let isPlusCode: Bool

    init(plusCode: String, _ coordinate: Coordinate) {
        id = PointID.plusCodePrefix + plusCode
        text = plusCode
        self.coordinate = coordinate
        isPlusCode = true
    }

    init(_ coordinate: Coordinate) {
        let numbers = DecimalText.format(latitude: coordinate.latitude, longitude: coordinate.longitude)
        id = PointID.coordinatePrefix + numbers
        text = numbers
        self.coordinate = coordinate
        isPlusCode = false
    }

    /// The point that an ID of ours names.
    init?(id: String) {
        if id.hasPrefix(PointID.plusCodePrefix) {
            let code = String(id.dropFirst(PointID.plusCodePrefix.count)).uppercased()
            guard let rectangle = PlusCode.decode(code) else { return nil }
            self.init(plusCode: code, rectangle.center)
        } else if id.hasPrefix(PointID.coordinatePrefix) {
            var numbers = String(id.dropFirst(PointID.coordinatePrefix.count))
            guard let point = numbers.withUTF8({ CoordinateText.parse($0) }) else { return nil }
            self.init(point)
        } else {
            return nil
        }
    }

    /// Whether the text may be a point: nearly every text is told apart here.
    @inline(__always)
    static func isPossible(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count <= 256 else { return false }
        var hasDigit = false
        for byte in text {
            if byte == UInt8(ascii: "+") { return true }
            if byte >= 0x30, byte <= 0x39 { hasDigit = true }
        }
        return hasDigit && text.count >= 3
    }

    /// `place` finds a place by its name, `reference` is where somebody is thought to be: they complete a short code.
    init?(
        _ text: UnsafeBufferPointer<UInt8>,
        reference: () -> Coordinate?,
        place: (UnsafeBufferPointer<UInt8>) -> Coordinate?
    ) {
        if let parsed = PlusCode.parse(text) {
            var code: String?
            switch parsed {
            case .full(let full): code = full
            case .short(let short, let range):
                let near = range.isEmpty ? reference() : place(UnsafeBufferPointer(rebasing: text[range]))
                code = near.flatMap { PlusCode.recover(short: short, near: $0) }
            }
            guard let code, let rectangle = PlusCode.decode(code) else { return nil }
            self.init(plusCode: code, rectangle.center)
            return
        }
        guard let point = CoordinateText.parse(text) else { return nil }
        self.init(point)
    }
}

extension IndexView {
    /// The place that says best where a point is: near and important.
    func landmark(_ point: Coordinate, _ types: IndexTypes) -> (place: Int, score: Float)? {
        guard boxes.count > 0 else { return nil }
        let nearness = Nearness(point, strength: 3, scale: 2, limit: 12)
        var best: (place: Int, score: Float)?
        // Near boxes first; a stack of boxes that may still hold something better.
        var stack = [(number: boxes.count - 1, bound: Float.infinity)]
        var visits = 0
        while let (number, bound) = stack.popLast(), visits < 20_000 {
            visits += 1
            let box = boxes[number]
            if let best, bound <= best.score { continue }
            if box.level > 0 {
                let below = boxes.slice(Int(box.first), min(Int(box.end) - Int(box.first), Layout.boxFanout))
                let costs = nearness.leastCosts(below)
                stack += below.indices
                    .map { (Int(box.first) + $0, Ranking.decode(below[$0].score) - costs[$0]) }
                    .sorted { $0.1 < $1.1 }
                continue
            }
            let next = number + 1 < boxes.count && boxes[number + 1].level == 0
            let end = next ? Int(boxes[number + 1].entry) : spatialEntries.count
            let first = Int(box.entry)
            for entry in spatialEntries.slice(first, min(end - first, 1 << 16)) {
                let place = Int(entryPlaces[entry])
                let row = places[place]
                guard types.isGeocode(row.typeSet) else { continue }
                let score = Ranking.decode(row.score) - nearness.cost(row)
                if score > best?.score ?? 0 { best = (place, score) }
            }
        }
        return best
    }
}
