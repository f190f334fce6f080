/// Where messages go. They name requests by number and say nothing of what was typed or of keys.
package struct Logger: Sendable {
    package enum Level: Int32, Sendable, Comparable {
        case error = 0
        case warning = 1
        case info = 2
        case debug = 3

        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    private let level: Level
    private let sink: (@Sendable (Level, String) -> Void)?

    package static let silent = Logger(level: .error, sink: nil)

    package init(level: Level, sink: (@Sendable (Level, String) -> Void)?) {
        self.level = level
        self.sink = sink
    }

    package func log(_ level: Level, _ message: @autoclosure () -> String) {
        guard let sink, level <= self.level else { return }
        sink(level, message())
    }
}
