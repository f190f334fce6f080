/// Which fields of a place are wanted: `*`, or paths such as `displayName` and `location.latitude`.
package struct FieldMask: Equatable, Sendable {
    package let isAll: Bool
    package let paths: [[String]]

    package static let all = FieldMask(isAll: true, paths: [])

    private init(isAll: Bool, paths: [[String]]) {
        self.isAll = isAll
        self.paths = paths
    }

    /// A comma-separated list without spaces, as the service takes it. Names are the schema's, in lowerCamelCase or
    /// snake_case, or the legacy service's (`geometry`, `website`).
    package init(_ text: String, field: String) throws(PlacesError) {
        if text == "*" {
            self = .all
            return
        }
        guard !text.isEmpty else { throw .invalid(field, "is empty; name the fields, or \"*\" for all") }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        // Both services have a `name`: the resource's in the new one, the place's in the legacy one.
        let isOld = OldFieldNames.areMeant(parts)
        var paths: [[String]] = []
        for part in parts {
            for path in try FieldMask.paths(part, isOld: isOld, field: field) where !paths.contains(path) {
                paths.append(path)
            }
        }
        self.init(isAll: false, paths: paths)
    }

    private static func paths(_ part: String, isOld: Bool, field: String) throws(PlacesError) -> [[String]] {
        if let renamed = OldFieldNames.paths(part, isOld: isOld) { return renamed }
        let path = part.split(separator: ".", omittingEmptySubsequences: false).map(FieldMask.camelCase)
        let isName = path.allSatisfy { name in
            !name.isEmpty
                && name.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || (0x30...0x39).contains($0) }
        }
        guard isName else {
            throw .invalid(field, "\(quoted(part)) is not a field name (comma-separated, no spaces)")
        }
        guard let first = path.first, PlaceFields.names.contains(first) else {
            throw .invalid(field, "\(quoted(part)) is not a field of a place\(FieldMask.hint(path))")
        }
        return [path]
    }

    /// What was meant, where that can be told: a search's `places.` before it, or other capitals.
    private static func hint(_ path: [String]) -> String {
        guard let first = path.first else { return "" }
        if first == "places", path.count > 1 {
            return "; write \(quoted(path.dropFirst().joined(separator: "."))), without \"places.\""
        }
        let small = first.lowercased()
        return PlaceFields.names.first { $0.lowercased() == small }.map { "; write \(quoted($0))" } ?? ""
    }

    /// OR-ed `PLACES_FIELD_*` bits, the SDK's.
    package init(bits: UInt64, field: String) throws(PlacesError) {
        if bits == .max {
            self = .all
            return
        }
        var paths: [[String]] = []
        for (bit, names) in PlaceFields.sdkBits.enumerated() where bits >> UInt64(bit) & 1 == 1 {
            for name in names where !paths.contains([name]) { paths.append([name]) }
        }
        guard bits >> UInt64(PlaceFields.sdkBits.count) == 0 else {
            throw .invalid(field, "holds a bit that stands for no field")
        }
        guard !paths.isEmpty else { throw .invalid(field, "is 0; name at least one field") }
        self.init(isAll: false, paths: paths)
    }

    /// Cuts the members down to the mask, in their order. `attributions` always stays: it must be shown (M1).
    package func cut(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
        if isAll { return members }
        return FieldMask.cut(members, paths: (paths + [["attributions"]]).map { $0[...] })
    }

    private static func cut(_ members: [JSONValue.Member], paths: [ArraySlice<String>]) -> [JSONValue.Member] {
        members.compactMap { member in
            let below = paths.filter { $0.first == member.name }.map { $0.dropFirst() }
            guard !below.isEmpty else { return nil }
            if below.contains(where: \.isEmpty) { return member }
            guard case .object(let children) = member.value else { return nil }
            let kept = cut(children, paths: below)
            return kept.isEmpty ? nil : JSONValue.Member(member.name, .object(kept))
        }
    }

    private static func camelCase(_ name: Substring) -> String {
        var result = ""
        var raisesNext = false
        for character in name {
            if character == "_" {
                raisesNext = true
            } else if raisesNext {
                result += character.uppercased()
                raisesNext = false
            } else {
                result.append(character)
            }
        }
        return result
    }
}
