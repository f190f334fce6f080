/// The place types and collections that the services know, and the rules for filtering by them (requirements 25 to 31).
package enum PlaceTypes {
    package struct Tables: OptionSet, Sendable {
        package let rawValue: UInt8
        package static let newA = Tables(rawValue: 1)
        package static let newB = Tables(rawValue: 2)
        package static let legacy1 = Tables(rawValue: 4)
        package static let legacy2 = Tables(rawValue: 8)
        package static let new: Tables = [.newA, .newB]
        package static let legacy: Tables = [.legacy1, .legacy2]

        package init(rawValue: UInt8) { self.rawValue = rawValue }
    }

    /// At most so many types in a filter.
    package static let maximumTypes = 5

    /// Collections of the legacy service; the first two are the New service's too.
    package static let newCollections: Set<String> = ["(cities)", "(regions)"]
    package static let legacyCollections: Set<String> = [
        "(cities)", "(regions)", "address", "geocode", "establishment",
    ]

    /// The tables that hold a type; empty for a name in no table. The services' tables grow, so this is for an index
    /// to judge by, not for a filter.
    package static func tables(of type: String) -> Tables { known[type] ?? [] }

    /// Checks and normalises a list of types: `cities` and `regions` become the collections they mean, doubles go.
    package static func checked(_ names: [String], mode: FilterMode, field: String) throws(PlacesError) -> [String] {
        var types: [String] = []
        for (index, name) in names.enumerated() {
            let type = name == "cities" || name == "regions" ? "(\(name))" : name
            let isCollection = newCollections.contains(type)
            guard isCollection || isWellFormed(type) else {
                throw .invalid(
                    "\(field)[\(index)]",
                    "\(quoted(name)) is not a type name (lower-case letters, digits and _)"
                )
            }
            if !types.contains(type) { types.append(type) }
        }
        let collections = mode == .new ? newCollections : legacyCollections
        // The legacy service lets these two stand together (they mean "everything").
        let isLegacyPair = mode == .legacy && Set(types) == ["geocode", "establishment"]
        if types.count > 1, !isLegacyPair, let collection = types.first(where: collections.contains) {
            throw .invalid(field, "the collection \(quoted(collection)) must stand alone, without other types")
        }
        guard types.count <= maximumTypes else {
            throw .invalid(field, "\(types.count) types; the limit is 5")
        }
        return types
    }

    private static func isWellFormed(_ name: String) -> Bool {
        let bytes = name.utf8
        guard (1...64).contains(bytes.count), let first = bytes.first, (0x61...0x7A).contains(first) else {
            return false
        }
        return bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") }
    }

    private static let known: [String: Tables] = {
        var result: [String: Tables] = [:]
        let text = PlaceTypesTable.text.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard columns.count >= 2 else { continue }
            var tables: Tables = []
            for name in columns[1].split(separator: ",") {
                switch name {
                case "A": tables.insert(.newA)
                case "B": tables.insert(.newB)
                case "1": tables.insert(.legacy1)
                case "2": tables.insert(.legacy2)
                default: break
                }
            }
            result[String(columns[0])] = tables
        }
        return result
    }()
}
