/// Reports of the library about its own work. Nothing is printed by itself.
///
/// ```swift
/// account.log.level = .info
/// account.log.handlers = [{ entry in logger.info("\(entry.message)") }]
/// ```
public struct CordialLog: Sendable {
    /// What is reported. Each level includes the ones before it.
    public enum Level: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// Nothing.
        case none
        /// What has failed for good.
        case error
        /// What has been done as well.
        case info
        /// Every request as well, without keys and tokens.
        case all

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// One report.
    public struct Entry: Sendable, Hashable {
        /// ``Level/error``, ``Level/info`` or ``Level/all``.
        public var level: Level
        /// What happened, in one line. It contains no key and no token.
        public var message: String
    }

    /// ``Level/error`` by default.
    public var level = Level.error
    /// Who gets the reports: any number, none by default.
    public var handlers: [@Sendable (Entry) -> Void] = []

    /// Reports to no one.
    public init() {}

    func write(_ level: Level, _ message: @autoclosure () -> String) {
        guard level <= self.level, level != .none, !handlers.isEmpty else { return }
        let entry = Entry(level: level, message: message())
        for handler in handlers { handler(entry) }
    }
}
