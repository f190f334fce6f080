import PlacesModel

/// What few places have, as tagged fields: tag, length, bytes; tag 0 ends them.
struct Extras {
    private enum Tag: UInt8 {
        case end = 0
        case houseNumber = 1
        case street = 2
        case postcode = 3
        case viewport = 4
        case shape = 5
        case details = 6
    }

    var houseNumber = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var street = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var postcode = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var viewportBytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var shapeBytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var detailBytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    static func isNeeded(_ place: PlaceRecord) -> Bool {
        !place.houseNumber.isEmpty || !place.street.isEmpty || !place.postcode.isEmpty || place.viewport != nil
            || !place.shape.isEmpty || !place.details.isEmpty
    }

    static func write(_ place: PlaceRecord, into writer: inout ByteWriter) {
        for (tag, text) in [
            (Tag.houseNumber, place.houseNumber), (.street, place.street), (.postcode, place.postcode),
        ] where !text.isEmpty {
            writer.put(tag.rawValue)
            writer.put(text)
        }
        if let viewport = place.viewport {
            var field = ByteWriter()
            for degrees in [
                viewport.low.latitude, viewport.low.longitude, viewport.high.latitude, viewport.high.longitude,
            ] {
                field.put(fixed: degrees.bitPattern)
            }
            put(.viewport, field, into: &writer)
        }
        if !place.shape.isEmpty {
            var field = ByteWriter()
            for point in place.shape where point.latitude.magnitude <= 90 && point.longitude.magnitude <= 180 {
                field.put(fixed: CollectedRecords.fixed(point.latitude))
                field.put(fixed: CollectedRecords.fixed(point.longitude))
            }
            put(.shape, field, into: &writer)
        }
        if !place.details.isEmpty {
            var field = ByteWriter()
            JSONBytes.write(place.details, into: &field)
            put(.details, field, into: &writer)
        }
        writer.put(Tag.end.rawValue)
    }

    private static func put(_ tag: Tag, _ field: ByteWriter, into writer: inout ByteWriter) {
        writer.put(tag.rawValue)
        field.bytes.withUnsafeBytes { writer.put(blob: $0) }
    }

    init(_ column: Column<UInt8>, at offset: UInt32) {
        guard offset > 0 else { return }
        var reader = ByteReader(column.all, at: Int(offset))
        while !reader.failed, let tag = Tag(rawValue: reader.byte()), tag != .end {
            let field = reader.blob()
            switch tag {
            case .end: return
            case .houseNumber: houseNumber = field
            case .street: street = field
            case .postcode: postcode = field
            case .viewport: viewportBytes = field
            case .shape: shapeBytes = field
            case .details: detailBytes = field
            }
        }
    }

    var viewport: Viewport? {
        var reader = ByteReader(viewportBytes)
        var degrees: [Double] = []
        for _ in 0..<4 { degrees.append(Double(bitPattern: reader.fixed(UInt64.self))) }
        guard !reader.failed,
            let low = try? Coordinate(latitude: degrees[0], longitude: degrees[1], field: ""),
            let high = try? Coordinate(latitude: degrees[2], longitude: degrees[3], field: "")
        else { return nil }
        return try? Viewport(low: low, high: high, field: "")
    }

    var details: [JSONValue.Member] {
        guard !detailBytes.isEmpty else { return [] }
        var reader = ByteReader(detailBytes)
        return JSONBytes.read(&reader)
    }

    /// Points of a long thing.
    var shapeCount: Int { shapeBytes.count / 8 }

    @inline(__always)
    func shapePoint(_ index: Int) -> (latitude: Int32, longitude: Int32) {
        guard index >= 0, index < shapeCount, let base = shapeBytes.baseAddress else { return (0, 0) }
        let raw = UnsafeRawPointer(base) + index &* 8
        return (raw.loadUnaligned(as: Int32.self), raw.loadUnaligned(fromByteOffset: 4, as: Int32.self))
    }
}
