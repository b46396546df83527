import Basics
import CLinux
import Canvas
import Cards
import Glibc
package import Logging

/// The log: one line per event, in a private file. Together with the previous file, it does not exceed twice its limit.
///
/// The viewer draws the screen, so no other code may write to the terminal. Libraries log to this file.
package final class LogFile: Sendable {
    /// The size in bytes at which the file is renamed to `NAME.1` and a new one is started.
    package static let limit = 1 << 20

    private struct Opened {
        var descriptor: CInt
        var size: Int
    }

    package let path: String
    private let opened: Lock<Opened>

    /// Throws ``FileProblem`` if the file cannot be created. The caller decides whether to continue without a log.
    package init(path: String) throws(FileProblem) {
        self.path = path
        try PrivateFile.makeParent(of: path)
        let descriptor = try Self.open(path)
        opened = Lock(Opened(descriptor: descriptor, size: Int(lseek(descriptor, 0, SEEK_END))))
    }

    deinit { opened.withLock { _ = close($0.descriptor) } }

    /// Used by the terminal, which redirects standard output and standard error to it while the screen is in use.
    package var descriptor: CInt { opened.withLock { $0.descriptor } }

    /// Appends one line. `text` may contain anything: characters that could control the terminal that shows the log are
    /// removed.
    package func write(_ text: String) {
        var line = Self.timestamp()
        line += " "
        line += SafeText(text.maskingPasswords, limit: 4096).string
        line += "\n"
        let bytes = Array(line.utf8)
        opened.withLock { opened in
            if opened.size > Self.limit { rotate(&opened) }
            let count = bytes.withUnsafeBytes { Glibc.write(opened.descriptor, $0.baseAddress, $0.count) }
            if count > 0 { opened.size += count }
        }
    }

    /// A swift-log logger that writes to this file, from the given level on: `debug`, `info`, `warning` or `error`.
    package func logger(_ label: String, level: String) -> Logger {
        var logger = Logger(label: label) { LogFileHandler(file: self, label: $0) }
        logger.logLevel = Logger.Level(rawValue: level) ?? .info
        return logger
    }

    private func rotate(_ opened: inout Opened) {
        rename(path, "\(path).1")
        guard let fresh = try? Self.open(path) else {
            // The directory was removed: continue with the old file, so that the line is not lost.
            opened.size = 0
            return
        }
        // Keeps the descriptor's number, which the terminal uses.
        dup2(fresh, opened.descriptor)
        _ = fcntl(opened.descriptor, F_SETFD, FD_CLOEXEC)
        close(fresh)
        opened.size = 0
    }

    private static func open(_ path: String) throws(FileProblem) -> CInt {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileProblem(path: path, doing: "write", code: errno) }
        // Restricts the permissions of a file that another program created with a permissive umask. This fails for a
        // file of another user.
        _ = fchmod(descriptor, 0o600)
        return descriptor
    }

    private static func timestamp() -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        gmtime_r(&now.tv_sec, &parts)
        func padded(_ number: Int32, _ width: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))T"
            + "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))."
            + "\(padded(Int32(now.tv_nsec / 1_000_000), 3))Z"
    }
}

/// Writes the log events of swift-log to a ``LogFile``.
private struct LogFileHandler: LogHandler {
    let file: LogFile
    let label: String
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = "\(event.level) \(label): \(event.message)"
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        for (key, value) in all.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
        file.write(line)
    }
}
