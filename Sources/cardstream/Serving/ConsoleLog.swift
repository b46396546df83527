internal import Basics
internal import Canvas
internal import Cards
internal import FeedAPI
internal import FeedServer
internal import Glibc
internal import Logging

import struct Foundation.Date

/// Writes a server's log to standard error, one line per event, for people and service managers.
struct ConsoleLog: LogHandler {
    let label: String
    /// Whether the systemd journal reads the lines. Then each line begins with its level in the form of sd-daemon(3).
    let isJournal: Bool
    /// Whether each line is a JSON object, for programs.
    var isJSON = false
    /// Whether each line of text begins with its time in UTC. A terminal and the journal do not need it.
    var hasTime = false
    /// The log level, shared by all copies of a logger.
    var level = Lock(Logger.Level.info)
    var metadata: Logger.Metadata = [:]

    /// A logger that writes to standard error in the format that fits its reader.
    static func logger(
        _ label: String, level: Lock<Logger.Level>, isJSON: Bool, environment: [String: String]
    ) -> Logger {
        let isJournal = ServiceManager.isJournal(STDERR_FILENO, environment: environment)
        let hasTime = !isJournal && isatty(STDERR_FILENO) == 0
        return Logger(label: label) {
            ConsoleLog(label: $0, isJournal: isJournal, isJSON: isJSON, hasTime: hasTime, level: level)
        }
    }

    /// A line that is not a log event, such as the address at which the server listens, in the format of the log.
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
        let now = Date()
        let line = isJSON ? json(event.level, message, all, at: now) : line(event.level, message, all, at: now)
        Console.write(line + "\n", to: STDERR_FILENO)
    }

    /// The event as JSON: time, level, label and message, and the metadata as further members.
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

    func line(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata, at time: Date) -> String {
        // To the second.
        var line = hasTime ? FeedTime.text(time).prefix(19) + "Z " : ""
        line += isJournal ? "<\(Self.priority(level))>\(message)" : "\(level) \(label): \(message)"
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
        return SafeText(line).string
    }

    /// The priority of a level as in syslog(3).
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
