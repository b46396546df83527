import Basics
import CLinux
import Canvas
import Cards
import Glibc
package import Logging

/// The log: one line per event in a private file that never grows beyond twice its limit.
///
/// The screen belongs to the viewer, so nothing of the program may write to it behind its back; libraries log here.
package final class LogFile: Sendable {
    /// Past this size the file becomes `NAME.1` and a new one starts.
    package static let limit = 1 << 20

    private struct Opened {
        var descriptor: CInt
        var size: Int
    }

    package let path: String
    private let opened: Lock<Opened>

    /// Throws ``FileProblem`` when the file cannot be made; the caller decides whether to go on without a log.
    package init(path: String) throws(FileProblem) {
        self.path = path
        try PrivateFile.makeParent(of: path)
        let descriptor = try Self.open(path)
        opened = Lock(Opened(descriptor: descriptor, size: Int(lseek(descriptor, 0, SEEK_END))))
    }

    deinit { opened.withLock { _ = close($0.descriptor) } }

    /// For the terminal, which points the standard outputs here while it owns the screen.
    package var descriptor: CInt { opened.withLock { $0.descriptor } }

    /// Appends one line. `text` may hold anything: what could act on the terminal that shows the log is taken out.
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

    /// A logger of the swift-log library that writes here, from a level on: `debug`, `info`, `warning` or `error`.
    package func logger(_ label: String, level: String) -> Logger {
        var logger = Logger(label: label) { LogFileHandler(file: self, label: $0) }
        logger.logLevel = Logger.Level(rawValue: level) ?? .info
        return logger
    }

    private func rotate(_ opened: inout Opened) {
        rename(path, "\(path).1")
        guard let fresh = try? Self.open(path) else {
            // The directory went away: keep writing to the old file rather than lose the line.
            opened.size = 0
            return
        }
        // The number stays the same: the terminal knows it.
        dup2(fresh, opened.descriptor)
        _ = fcntl(opened.descriptor, F_SETFD, FD_CLOEXEC)
        close(fresh)
        opened.size = 0
    }

    private static func open(_ path: String) throws(FileProblem) -> CInt {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileProblem(path: path, doing: "write", code: errno) }
        // One made by something else under a lax umask is narrowed; a file of another user stays as it is.
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

/// Turns swift-log's calls into lines of a ``LogFile``.
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
