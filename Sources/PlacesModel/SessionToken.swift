import Glibc

/// Groups the query and selection phases of one search into one billing session. Immutable.
package struct SessionToken: Hashable, Sendable {
    /// The New service's limit, in ASCII characters.
    package static let maximumLength = 36

    package let text: String

    /// A token of the caller's: 1 to 36 characters of the URL- and filename-safe base64 alphabet.
    package init(_ text: String, field: String) throws(PlacesError) {
        let count = text.utf8.count
        guard count > 0 else { throw .invalid(field, "is empty; a session token has 1 to 36 characters") }
        guard count <= SessionToken.maximumLength else {
            throw .invalid(field, "has \(count) bytes; a session token has at most 36 characters")
        }
        guard text.utf8.allSatisfy(SessionToken.isAllowed) else {
            throw .invalid(field, "holds a character outside A-Z a-z 0-9 - _")
        }
        self.text = text
    }

    /// A new UUID, version 4, from the system's random source.
    package init() throws(PlacesError) {
        var bytes = [UInt8](repeating: 0, count: 16)
        let filled = bytes.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress else { return false }
            return getentropy(base, buffer.count) == 0
        }
        guard filled else { throw PlacesError(.internalError, "the system gave no random bytes for a session token") }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array("0123456789abcdef".utf8)
        var characters: [UInt8] = []
        characters.reserveCapacity(SessionToken.maximumLength)
        for (index, byte) in bytes.enumerated() {
            if index == 4 || index == 6 || index == 8 || index == 10 { characters.append(UInt8(ascii: "-")) }
            characters.append(digits[Int(byte >> 4)])
            characters.append(digits[Int(byte & 15)])
        }
        text = String(decoding: characters, as: UTF8.self)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
