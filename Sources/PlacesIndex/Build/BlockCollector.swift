import PlacesModel

/// Collects the plain places of a block. What many of them share is numbered when the first one comes that has it, as it
/// would be if each came alone.
final class BlockCollector {
    private let block: PlaceBlock
    private let collected: CollectedRecords
    private var typeSets: [UInt16?]
    private var areaSets: [UInt32?]
    private static let fetchedAtOnce = 64

    init(_ block: PlaceBlock, _ collected: CollectedRecords) {
        self.block = block
        self.collected = collected
        typeSets = Array(repeating: nil, count: block.kinds.count)
        areaSets = Array(repeating: nil, count: block.surroundings.count)
    }

    /// The ID when it is there already, else nil.
    func add(_ number: Int) throws(PlacesError) -> String? {
        if number % BlockCollector.fetchedAtOnce == 0 { fetch(from: number) }
        try collected.checkRoom()
        let place = block.places[number]
        return block.withBytes { bytes in
            let id = PlaceBlock.id(of: place, bytes)
            guard var row = collected.newRow(id, place.location) else { return String(decoding: id, as: UTF8.self) }
            collected.names.put(onlyName: PlaceBlock.name(of: place, bytes))
            row.typeSet = typeSet(Int(place.kind))
            row.areaSet = areaSet(Int(place.surroundings))
            collected.append(row, place.importance)
            return nil
        }
    }

    /// Where the next IDs may be among those that are there is fetched from memory at once, not one after the other.
    private func fetch(from first: Int) {
        let count = min(BlockCollector.fetchedAtOnce, block.places.count - first)
        block.withBytes { bytes in
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: BlockCollector.fetchedAtOnce) { tags in
                for index in 0..<count {
                    let id = PlaceBlock.id(of: block.places[first + index], bytes)
                    tags.initializeElement(at: index, to: collected.tag(ofNumber: id) ?? 0)
                }
                collected.fetchIDs(UnsafeMutableBufferPointer(rebasing: tags[..<count]))
            }
        }
    }

    private func typeSet(_ number: Int) -> UInt16 {
        if let known = typeSets[number] { return known }
        let set = collected.typeSet(block.kinds[number].primaryType, block.kinds[number].types)
        typeSets[number] = set
        return set
    }

    private func areaSet(_ number: Int) -> UInt32 {
        if let known = areaSets[number] { return known }
        let set = collected.areaSet(block.surroundings[number].country, block.surroundings[number].areas)
        areaSets[number] = set
        return set
    }
}
