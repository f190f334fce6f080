package import PlacesModel

/// Text that somebody else wrote, before it goes into a message.
enum WireText {
    /// Printable and cut: control characters and marks of writing direction that are left open become U+FFFD, white space
    /// and line ends one space.
    static func clean(_ text: String, limit: Int = 1000) -> String {
        var result = String.UnicodeScalarView()
        var isAfterSpace = true
        var count = 0
        for scalar in text.unicodeScalars {
            if count == limit {
                result.append(contentsOf: "...".unicodeScalars)
                break
            }
            let isSpace = scalar.properties.isWhitespace
            if isSpace, isAfterSpace { continue }
            isAfterSpace = isSpace
            let isControl = scalar.properties.generalCategory == .control
            result.append(isSpace ? " " : isControl ? "\u{FFFD}" : scalar)
            count += 1
        }
        if result.last == " " { result.removeLast() }
        return ShownText.clean(String(result))
    }

    /// `text` without the secret, wherever it stands.
    static func masked(_ text: String, _ secret: [UInt8]) -> String {
        guard !secret.isEmpty else { return text }
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        var found = false
        while !rest.isEmpty {
            if rest.starts(with: secret) {
                result.append(contentsOf: "[masked]".utf8)
                rest = rest.dropFirst(secret.count)
                found = true
            } else {
                result.append(rest[rest.startIndex])
                rest = rest.dropFirst()
            }
        }
        return found ? String(decoding: result, as: UTF8.self) : text
    }

    static func contains(_ text: String, anyOf parts: [String]) -> Bool {
        let lower = Array(text.lowercased().utf8)
        return parts.contains { part in
            let wanted = Array(part.utf8)
            guard wanted.count <= lower.count else { return false }
            return (0...(lower.count - wanted.count)).contains { lower[$0...].starts(with: wanted) }
        }
    }
}

extension PlacesError {
    /// The same error without a secret (an API key) in any of its texts: a service may repeat it.
    package func masking(_ secret: String) -> PlacesError {
        let bytes = Array(secret.utf8)
        var copy = self
        copy.message = WireText.masked(message, bytes)
        copy.field = WireText.masked(field, bytes)
        copy.canonicalStatus = WireText.masked(canonicalStatus, bytes)
        copy.reason = WireText.masked(reason, bytes)
        copy.serviceViolations = serviceViolations.map {
            Violation(
                field: WireText.masked($0.field, bytes),
                description: WireText.masked($0.description, bytes)
            )
        }
        return copy
    }
}
