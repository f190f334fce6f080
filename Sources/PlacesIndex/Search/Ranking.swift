/// How much each thing counts, on the scale of importance: a decimal logarithm, so that 1 is a city of ten times the
/// people. The score of a row is the sum.
///
/// 1. *Importance*: what the source says of the place (0 to 12).
/// 2. *Kind of name*: a name in another language or another name than the primary one counts less.
/// 3. *Whole name*: the text is the whole of a name.
/// 4. *Words*: each word that is typed in another order, is only the beginning of one of the place's words, or is found
///    in the context (region, country) alone costs a little; one that is not found costs a lot.
/// 5. *Typing errors* and letters found *inside* a word cost more than any of these.
/// 6. *Nearness*: a smooth decay with the distance to the bias.
/// 7. *Beginners*: without nearness, some rows are kept for names that begin with what was typed.
enum Ranking {
    /// 2. What a name that is not the primary one costs.
    static let translatedName: Float = 1.2
    static let alternateName: Float = 1.6
    /// And more for the important ones, for each point of importance: they have many names, which would bury smaller
    /// places under their beginnings.
    static let otherNameShare: Float = 0.4
    /// Street, number and postcode of a place that has a name of its own.
    static let addressName: Float = 2.6

    /// 3. What a whole name gains.
    static let wholeName: Float = 0.3
    /// More where it is so short that it must be a code: "HEL", "NY", "UK".
    static let wholeCode: Float = 1.5
    static let codeLetters = 3
    /// And what of the cost of its kind it gets back.
    static let wholeNameKind: Float = 0.5

    /// 4. Words.
    static let otherOrder: Float = 1.2
    static let unfinishedWord: Float = 0.7
    /// More where no word was typed to its end and of the last one only a letter: that is in many names by chance.
    static let oneLetter: Float = 1.5
    static let contextWord: Float = 0.2
    /// No name begins with the first word: "par tex" means Paris before Cedar Park.
    static let notFirstWord: Float = 0.6
    /// A whole name, and then the areas that hold the place.
    static let nameThenContext: Float = 1
    static let missingWord: Float = 4
    static let missingShortWord: Float = 2
    static let missingNumber: Float = 1.5

    /// 5. Errors, each.
    static let typingError: Float = 2.5
    /// More for one in a word that is not the first, and for one in the last letter: whatever is there was in the list
    /// before that letter.
    static let typingErrorInside: Float = 2.2
    static let typingErrorAtEnd: Float = 2

    /// Few letters are in many words by chance.
    static func insideWord(letters: Int) -> Float {
        switch letters {
        case ...3: 3.5
        case 4: 3.2
        case 5: 2.6
        default: 1.8
        }
    }
    /// Less where they are all of the word's end.
    static let insideWordEnd: Float = 0.8

    /// 6. The cost of a distance: `strength * log10(1 + km / scale)`, at most `limit`.
    static let biasStrength: Float = 3
    static let biasScale: Float = 5
    static let biasLimit: Float = 8
    /// The time zone's bias.
    static let zoneStrength: Float = 0.5
    static let zoneScale: Float = 300
    static let zoneLimit: Float = 1

    /// 7. So many of five rows are places whose primary name begins with what was typed: its first letters say more than
    /// those of its second word. Two letters say little of either; six or more may well be the whole of a second word.
    static func beginners(letters: Int) -> Int { 3...5 ~= letters ? 2 : 1 }
    /// They take the last places of rows that score at most this much more; the more letters, the less.
    static let beginnerGap: Float = 1
    static let closeBeginnerGap: Float = 0.22
    static func beginnerGap(letters: Int, words: Int) -> Float {
        letters <= 4 || words > 1 ? beginnerGap : closeBeginnerGap
    }
    /// One more of them takes the place of a row that is hardly better, where the text is so short that it says little.
    /// With several words its place may be that much better.
    static func furtherBeginnerGap(letters: Int, words: Int) -> Float? {
        if words > 1 { return beginnerGap }
        return switch letters {
        case ...3: beginnerGap
        case 4: closeBeginnerGap
        case 5: 0.1
        default: nil
        }
    }
    /// And where no other gives way, of a region that begins so: towns are meant more often.
    static let regionGap: Float = 0.5
    /// And more of them those of rows that were found by another name, of airports, and of regions that do not begin so;
    /// but for the first of the rows.
    static let mostBeginners = 8
    static let keptRows = 1

    /// A row that somebody may well have meant: as important as this, or as near as this.
    static let plausibleScore: Float = 5.8
    static let plausibleCost: Float = 2
    /// So many letters that some place has just so are hardly a typing error.
    static let plausibleLetters = 6
    /// Where five rows are as unimportant as this, words that have the letters inside are looked for all the same.
    static let faintScore: Float = 3.9
    /// Of words that are only together by chance, in other names than the primary one: what words begin with is better.
    static let strayScore: Float = 1

    /// Scores may be a little below zero: a small place's alternate name.
    private static let lowest: Float = -3

    /// As the file has it.
    static func encode(_ score: Float) -> UInt16 {
        let steps = ((score - lowest) / Layout.scoreStep).rounded()
        return UInt16(min(max(steps.isNaN ? 0 : steps, 0), 65535))
    }

    /// The steps of the scores of which those that are more have more steps.
    @inline(__always)
    static func steps(_ score: Float) -> Int {
        Int(max(-1, min(65535, ((score - lowest) * (1 / Layout.scoreStep)).rounded(.down))))
    }

    @inline(__always)
    static func decode(_ steps: UInt16) -> Float { Float(steps) * Layout.scoreStep + lowest }
}
