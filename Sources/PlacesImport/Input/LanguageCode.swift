/// Language codes as sources write them.
enum LanguageCode {
    /// BCP-47 with the usual case (`zh-Hant`, `pt-BR`); nil for what is no language.
    static func normalised(_ text: RowText.Field) -> String? {
        guard (2...35).contains(text.count) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var partStart = 0
        for index in 0...text.count {
            let isEnd = index == text.count
            if !isEnd, text[index] != UInt8(ascii: "-"), text[index] != UInt8(ascii: "_") { continue }
            let part = text[partStart..<index]
            guard (1...8).contains(part.count), part.allSatisfy(isAlphanumeric) else { return nil }
            if partStart == 0 {
                // The primary subtag: 2 or 3 letters; whatever is longer is no language (`link`, `post`).
                guard (2...3).contains(part.count), part.allSatisfy({ $0 >= 0x40 }) else { return nil }
                result += part.map { $0 | 0x20 }
            } else {
                result.append(UInt8(ascii: "-"))
                switch part.count {
                case 2: result += part.map { $0 >= 0x40 ? $0 & 0xDF : $0 }
                case 4 where part.allSatisfy({ $0 >= 0x40 }):
                    result += part.enumerated().map { $0.offset == 0 ? $0.element & 0xDF : $0.element | 0x20 }
                default: result += part.map { $0 >= 0x40 ? $0 | 0x20 : $0 }
                }
            }
            partStart = index + 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    static func normalised(_ text: String) -> String? {
        var copy = text
        return copy.withUTF8 { normalised($0) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte < 0x80 && (0x61...0x7A).contains(byte | 0x20))
    }
}
