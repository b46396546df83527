internal import Basics
internal import Canvas
internal import Cards
internal import FeedAPI
internal import FeedServer
internal import Glibc
internal import Logging

import struct Foundation.Date

/// Logs of a server on standard error, one line per event, for people and service managers.
struct ConsoleLog: LogHandler {
    let label: String
    /// Whether the journal reads the lines: then a level is a prefix that it understands, see sd-daemon(3).
    let isJournal: Bool
    /// Whether each line is a JSON object, for programs.
    var isJSON = false
    /// Shared, so that all copies of a logger change together.
    var level = Lock(Logger.Level.info)
    var metadata: Logger.Metadata = [:]

    static func logger(_ label: String, level: Lock<Logger.Level>, isJSON: Bool = false, isJournal: Bool = false)
        -> Logger
    {
        Logger(label: label) { ConsoleLog(label: $0, isJournal: isJournal, isJSON: isJSON, level: level) }
    }

    /// A line that is no event of the server, such as where it listens, in the form of its log.
    static func line(_ text: String, _ level: Logger.Level = .info, isJSON: Bool) -> String {
        guard isJSON else { return SafeText(text).string }
        return ConsoleLog(label: "server", isJournal: false, isJSON: true).json(level, text, [:], at: Date())
    }

    var logLevel: Logger.Level {
        get { level.withLock { $0 } }
        set { level.withLock { $0 = newValue } }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata.merging(event.metadata ?? [:]) { $1 }
        if let id = RequestID.current { all["request"] = "\(id)" }
        let message = "\(event.message)"
        let line = isJSON ? json(event.level, message, all, at: Date()) : line(event.level, message, all)
        Console.write(line + "\n", to: STDERR_FILENO)
    }

    /// The line as JSON: time, level, label and message, and what belongs to the message beside them.
    func json(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata, at time: Date) -> String {
        var members: JSONObject = [
            "time": .string(FeedTime.text(time)), "level": .string("\(level)"), "label": .string(label),
            "message": .string(SafeText(message).string),
        ]
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) where members[key] == nil {
            members[key] = .string(SafeText(value.description).string)
        }
        return JSONValue.object(members).text()
    }

    func line(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata) -> String {
        var line = isJournal ? "<\(Self.priority(level))>\(message)" : "\(level) \(label): \(message)"
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
        return SafeText(line).string
    }

    /// As in syslog(3).
    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }
}
