/// An attribution in HTML, taken apart: the only HTML that services send, and never to be shown as such.
package struct AttributionHTML: Equatable, Sendable {
    package struct Link: Equatable, Sendable {
        package var text: String
        package var uri: String

        package init(text: String, uri: String) {
            self.text = text
            self.uri = uri
        }
    }

    /// All of the text, without markup, entities resolved.
    package let text: String
    /// Links that lead to http or https; what stands in others is text only.
    package let links: [Link]

    package init(_ html: String) {
        var scanner = Scanner(rest: Array(html.utf8)[...])
        scanner.scan()
        text = WireText.clean(String(decoding: scanner.text, as: UTF8.self))
        links = scanner.links
    }
}

private struct Scanner {
    var rest: ArraySlice<UInt8>
    var text: [UInt8] = []
    var links: [AttributionHTML.Link] = []
    private var open: (uri: String, start: Int)?

    init(rest: ArraySlice<UInt8>) { self.rest = rest }

    mutating func scan() {
        while let next = rest.first {
            switch next {
            case UInt8(ascii: "<"): scanTag()
            case UInt8(ascii: "&"): text.append(contentsOf: Scanner.takeEntity(from: &rest))
            default:
                text.append(next)
                rest = rest.dropFirst()
            }
        }
        closeLink()
    }

    /// What begins like a tag and does not end is text.
    private mutating func scanTag() {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
            text.append(contentsOf: rest)
            rest = []
            return
        }
        let tag = rest[(rest.startIndex + 1)..<end]
        rest = rest[(end + 1)...]
        let isEnd = tag.first == UInt8(ascii: "/")
        let name = tag.drop { $0 == UInt8(ascii: "/") }.prefix { Scanner.isLetter($0) }.map { $0 | 0x20 }
        if name == Array("a".utf8) {
            closeLink()
            if !isEnd, let uri = Scanner.reference(in: tag.dropFirst()) { open = (uri, text.count) }
        } else if name == Array("br".utf8) || name == Array("p".utf8) {
            text.append(UInt8(ascii: " "))
        }
    }

    private mutating func closeLink() {
        guard let link = open else { return }
        open = nil
        let inside = WireText.clean(String(decoding: text[link.start...], as: UTF8.self))
        if !inside.isEmpty { links.append(AttributionHTML.Link(text: inside, uri: link.uri)) }
    }

    /// The value of `href`, if it is a web address.
    private static func reference(in attributes: ArraySlice<UInt8>) -> String? {
        var rest = attributes
        while true {
            rest = rest.drop { isSpace($0) || $0 == UInt8(ascii: "/") }
            if rest.isEmpty { return nil }
            let name = rest.prefix { !isSpace($0) && $0 != UInt8(ascii: "=") }
            rest = rest.dropFirst(name.count).drop(while: isSpace)
            var value: ArraySlice<UInt8> = []
            if rest.first == UInt8(ascii: "=") {
                rest = rest.dropFirst().drop(while: isSpace)
                if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                    value = rest.dropFirst().prefix { $0 != quote }
                    rest = rest.dropFirst(value.count + 2)
                } else {
                    value = rest.prefix { !isSpace($0) }
                    rest = rest.dropFirst(value.count)
                }
            } else if name.isEmpty {
                rest = rest.dropFirst()
            }
            if name.map({ $0 | 0x20 }) == Array("href".utf8) { return webAddress(value) }
        }
    }

    private static func webAddress(_ value: ArraySlice<UInt8>) -> String? {
        var address: [UInt8] = []
        var rest = value
        while let next = rest.first {
            if next == UInt8(ascii: "&") {
                address.append(contentsOf: takeEntity(from: &rest))
            } else {
                address.append(next)
                rest = rest.dropFirst()
            }
        }
        let start = address.prefix(8).map { isLetter($0) ? $0 | 0x20 : $0 }
        let isWeb = start.starts(with: "http://".utf8) || start.starts(with: "https://".utf8)
        guard isWeb,
            address.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "<") })
        else { return nil }
        return String(decoding: address, as: UTF8.self)
    }

    /// The text of the entity at the start; an `&` that begins none is itself.
    private static func takeEntity(from rest: inout ArraySlice<UInt8>) -> [UInt8] {
        let body = rest.dropFirst().prefix(10).prefix { $0 != UInt8(ascii: ";") }
        let end = rest.startIndex + 1 + body.count
        if end < rest.endIndex, rest[end] == UInt8(ascii: ";"),
            let scalar = scalar(String(decoding: body, as: UTF8.self))
        {
            rest = rest[(end + 1)...]
            return Array(String(Character(scalar)).utf8)
        }
        rest = rest.dropFirst()
        return [UInt8(ascii: "&")]
    }

    private static func scalar(_ entity: String) -> Unicode.Scalar? {
        switch entity {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        case "nbsp": return "\u{A0}"
        case "copy": return "\u{A9}"
        default:
            guard entity.hasPrefix("#") else { return nil }
            let digits = entity.dropFirst()
            let isHexadecimal = digits.first == "x" || digits.first == "X"
            let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
            return value.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 }
}
