import Glibc

/// Whether a text holds a part, byte by byte. (The standard library's own search for strings brings the engine of its
/// regular expressions along: 2 MB.)
package func holds(_ text: String, _ part: String) -> Bool {
    var text = text
    var part = part
    return text.withUTF8 { text in
        part.withUTF8 { part in
            guard let haystack = text.baseAddress, let needle = part.baseAddress else { return part.isEmpty }
            guard part.count <= text.count else { return false }
            return (0...text.count - part.count).contains { memcmp(haystack + $0, needle, part.count) == 0 }
        }
    }
}
