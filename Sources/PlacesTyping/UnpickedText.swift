import PlacesModel
import PlacesText

/// Where a text goes that nobody picked a row for.
package enum UnpickedText {
    /// Whether it is an address, a postcode or a point, which geocoding finds; names go to a text search. In doubt it is a
    /// name: a text search knows most addresses too, geocoding knows no names. A street without a number is left to it as
    /// well.
    package static func isForGeocoding(_ text: String) -> Bool {
        // Nobody types an address of this length.
        guard text.utf8.count <= 500 else { return false }
        var copy = text
        let isPoint = copy.withUTF8 { CoordinateText.parse($0) != nil || PlusCode.parse($0) != nil }
        if isPoint || EastAsianAddress.matches(text) { return true }
        var parts = AddressParts.split(text)
        if parts.count == 1, Postcode.standsAlone(parts[0]) { return true }
        // "Flat 3, 10 Downing Street": what is inside a house goes before it, and says little about the street.
        if parts.count > 1, parts[0].count == 2, parts[0][0].isUnit, parts[0][1].isNumber { parts.removeFirst() }
        // "Via Roma, 10": the number is a part of its own.
        if parts.count > 1, !parts[0].isEmpty, parts[1].count <= 2, parts[1].first?.isNumber == true {
            parts[0] += parts[1]
            parts.remove(at: 1)
            return isAddress(parts[0], isFollowed: true)
        }
        guard let street = parts.first else { return false }
        return isAddress(street, isFollowed: parts.count > 1)
    }

    private static func isAddress(_ words: [AddressWord], isFollowed: Bool) -> Bool {
        guard words.count > 1, let first = words.first, let last = words.last else { return false }
        if first.isNumber { return startsWithNumber(words, isFollowed: isFollowed) }
        if last.isVenue { return false }
        // A number that follows a street: "Hauptstraße 5 Berlin", "Calle Mayor 5", "Karl Johans gate 22".
        for (index, word) in words.enumerated() where index > 0 && word.isNumber {
            let before = words[index - 1]
            if before.endsLikeStreet { return true }
            if index > 1, first.beginsStreet || before.isStreet { return true }
        }
        if first.isVenue { return false }
        // "Stroupežnického 3191/17": no name is numbered like that. "Unter den Linden 77, Berlin",
        // but "Expo 2020, Dubai".
        return last.isComposite || (isFollowed && last.isNumber && last.raw.count <= 3)
    }

    /// "12 Rue de Rivoli", "350 5th Ave Apt 4", "23-30 29th St"; not "24 Hour Fitness" or "7 Mile Road Diner".
    private static func startsWithNumber(_ words: [AddressWord], isFollowed: Bool) -> Bool {
        let rest = words[1...]
        if rest.last?.isVenue == true { return false }
        if words[1].isWholeStreet || (words[1].beginsStreet && rest.count > 1) { return true }
        if rest.contains(where: \.endsLikeStreet) { return true }
        if rest.dropFirst().contains(where: \.isStreet) { return true }
        return isFollowed && words[0].isComposite
    }
}
