/// Gives equal texts one number, in the order in which they come.
struct TextNumbering {
    private(set) var texts: [String] = []
    private var numbers: [String: Int] = [:]
    private var last: (text: String, number: Int)?

    init(_ first: [String] = []) {
        for text in first { _ = number(of: text) }
    }

    /// Many records in a row have the same text.
    mutating func number(of text: String) -> Int {
        if let last, last.text == text { return last.number }
        let result: Int
        if let known = numbers[text] {
            result = known
        } else {
            result = texts.count
            texts.append(text)
            numbers[text] = result
        }
        last = (text, result)
        return result
    }

    func known(_ text: String) -> Int? { numbers[text] }
}

/// Gives equal lists of numbers one number.
struct ListNumbering {
    private(set) var lists: [[UInt32]] = []
    private var numbers: [[UInt32]: Int] = [:]
    private var last: (list: [UInt32], number: Int)?

    mutating func number(of list: [UInt32]) -> Int {
        if let last, last.list == list { return last.number }
        let result: Int
        if let known = numbers[list] {
            result = known
        } else {
            result = lists.count
            lists.append(list)
            numbers[list] = result
        }
        last = (list, result)
        return result
    }
}
