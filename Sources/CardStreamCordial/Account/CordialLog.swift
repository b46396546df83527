/// The log of the library. The library itself prints nothing.
///
/// ```swift
/// account.log.level = .info
/// account.log.handlers = [{ entry in logger.info("\(entry.message)") }]
/// ```
public struct CordialLog: Sendable {
    /// The level of detail. Each level includes the ones before it.
    public enum Level: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// Nothing.
        case none
        /// Permanent failures.
        case error
        /// Also successful operations.
        case info
        /// Also every request, without keys and tokens.
        case all

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// A log entry.
    public struct Entry: Sendable, Hashable {
        /// ``Level/error``, ``Level/info`` or ``Level/all``.
        public var level: Level
        /// What happened, in one line. It contains no key and no token.
        public var message: String
    }

    /// The level of detail; ``Level/error`` by default.
    public var level = Level.error
    /// The handlers of log entries; none by default.
    public var handlers: [@Sendable (Entry) -> Void] = []

    /// Creates a log without handlers.
    public init() {}

    func write(_ level: Level, _ message: @autoclosure () -> String) {
        guard level <= self.level, level != .none, !handlers.isEmpty else { return }
        let entry = Entry(level: level, message: message())
        for handler in handlers { handler(entry) }
    }
}
