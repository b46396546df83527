internal import Canvas
internal import Glibc
internal import Logging

/// Logs of a server on standard error, one line per event, for people and service managers.
struct ConsoleLog: LogHandler {
    let label: String
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .info

    static func logger(_ label: String, level: String) -> Logger {
        var logger = Logger(label: label) { ConsoleLog(label: $0) }
        logger.logLevel = Logger.Level(rawValue: level) ?? .info
        return logger
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = "\(event.level) \(label): \(event.message)"
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        for (key, value) in all.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
        Console.write(SafeText(line).string + "\n", to: STDERR_FILENO)
    }
}
