/// Entries: one name of one place each, numbered by score.
struct EntryAssembly {
    private(set) var places: [UInt32] = []
    private(set) var names: [UInt32] = []
    private(set) var scores: [UInt16] = []
    private(set) var languages: [UInt8] = []
    /// The entries of each place, in order of their numbers, and where they begin; one start more than places.
    private(set) var ofPlaces: [UInt32] = []
    private(set) var starts: [UInt32] = [0]
    /// Of each name in the table, whether an entry has it.
    private(set) var usedNames: [Bool]

    private struct Entry: BitwiseCopyable {
        var place: UInt32
        var name: UInt32
        var score: UInt16
        var language: UInt8
    }

    /// `order`: the record of each place.
    init(_ rows: [PlaceRow], _ order: [UInt32], _ recordNames: RecordNames) {
        usedNames = [Bool](repeating: false, count: recordNames.table.count)
        let made = make(rows, order, recordNames)
        number(made)
    }

    private mutating func make(_ rows: [PlaceRow], _ order: [UInt32], _ recordNames: RecordNames) -> [Entry] {
        var made: [Entry] = []
        made.reserveLarge(rows.count)
        starts.reserveLarge(rows.count + 1)
        // The words of the most important place with a text are those of all others with this text.
        let table = recordNames.table
        var chosen = [UInt32].large(repeating: RecordNames.Item.nothing, count: table.count)
        let (itemStarts, items) = (recordNames.starts, recordNames.items)
        let firstOfText = table.firstOfText
        for (number, row) in rows.enumerated() {
            if number % 64 == 0 {
                // The next ones are fetched from memory at once, not one after the other.
                var taken: UInt32 = 0
                for record in order[number..<min(number + 64, order.count)] { taken |= itemStarts[Int(record)] & 0xFF }
                for record in order[number..<min(number + 64, order.count)] {
                    let start = Int(itemStarts[Int(record)])
                    if start < items.count { taken |= items[start].name & 0xFF }
                }
                // So many it cannot be: it only keeps the reading from being left out.
                guard taken < .max else { break }
            }
            if row.flags & PlaceRow.isDuplicate == 0 {
                let importance = Ranking.decode(row.score)
                let first = made.count
                let record = Int(order[number])
                for position in Int(itemStarts[record])..<Int(itemStarts[record + 1]) {
                    let item = items[position]
                    guard item.name != RecordNames.Item.nothing else { continue }
                    let text = Int(firstOfText[Int(item.name)])
                    if chosen[text] == RecordNames.Item.nothing { chosen[text] = item.name }
                    let name = chosen[text]
                    let isAddress = item.kind == RecordNames.Item.address
                    // The same name in two languages is one entry.
                    var at = isAddress ? made.count : first
                    while at < made.count, made[at].name != name { at += 1 }
                    guard at == made.count else { continue }
                    let cost = isAddress ? Ranking.addressName : EntryAssembly.cost(ofKind: item.kind, importance)
                    let score = Ranking.encode(importance - cost)
                    let place = UInt32(number)
                    made.growLarge()
                    made.append(Entry(place: place, name: name, score: score, language: item.language))
                    usedNames[Int(name)] = true
                }
            }
            starts.append(UInt32(made.count))
        }
        return made
    }

    /// Best first; equal ones keep their order.
    private mutating func number(_ made: [Entry]) {
        places = [UInt32].large(repeating: 0, count: made.count)
        names = [UInt32].large(repeating: 0, count: made.count)
        scores = [UInt16].large(repeating: 0, count: made.count)
        languages = [UInt8](repeating: 0, count: made.count)
        ofPlaces = [UInt32].large(repeating: 0, count: made.count)
        var next = [Int](repeating: 0, count: 65537)
        for entry in made { next[Int(~entry.score) + 1] += 1 }
        for index in 1...65536 { next[index] += next[index - 1] }
        for (index, entry) in made.enumerated() {
            let number = next[Int(~entry.score)]
            next[Int(~entry.score)] += 1
            places[number] = entry.place
            names[number] = entry.name
            scores[number] = entry.score
            languages[number] = entry.language
            // Those of one place are few.
            var at = index
            let first = Int(starts[Int(entry.place)])
            while at > first, ofPlaces[at - 1] > UInt32(number) {
                ofPlaces[at] = ofPlaces[at - 1]
                at -= 1
            }
            ofPlaces[at] = UInt32(number)
        }
    }

    static func cost(ofKind kind: UInt8, _ importance: Float) -> Float {
        let share = Ranking.otherNameShare * max(0, importance)
        switch kind {
        case RecordNameKind.primary: return 0
        case RecordNameKind.translated: return Ranking.translatedName + share
        default: return Ranking.alternateName + share
        }
    }
}
