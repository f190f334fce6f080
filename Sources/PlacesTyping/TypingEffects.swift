package import PlacesEngine
package import PlacesModel

/// What a machine wants done outside its lock, in order. Machines are values: they decide, and touch nothing.
package struct TypingEffects {
    package enum Effect {
        /// Ask; the outcome comes back under this number of the machine's.
        indirect case send(UInt64, Work)
        /// Nobody waits for the answer any more.
        case cancel(UInt64)
        /// Wake the machine at this time, instead of any time before; nil: not at all.
        case arm(UInt64?)
        case count(Meter.Counter, Int)
        indirect case tell(TypingEvent)
        /// Read the store again.
        case readStore
        indirect case note(StoredPlace)
    }

    package private(set) var list: [Effect] = []

    package init() {}

    mutating func insertBeforeLast(_ effect: Effect) { list.insert(effect, at: max(0, list.count - 1)) }

    package mutating func add(_ effect: Effect) { list.append(effect) }
    package mutating func count(_ counter: Meter.Counter, _ number: Int = 1) { list.append(.count(counter, number)) }
    package mutating func tell(_ event: TypingEvent) { list.append(.tell(event)) }
}

/// What the program is told.
package enum TypingEvent {
    /// A fetcher's.
    case started
    case answer(SuggestionList, to: TypedText, serial: UInt64)
    case failure(PlacesError, serial: UInt64)
    /// A table's.
    case request
    case update
    case activity(Bool)
    case shouldSelect(Int)
    case place(Place, typed: String)
    case suggestion(Int, TableState, SessionToken?)
    case enteredText(String)
    case fatal(PlacesError)
    case cancelled
}
