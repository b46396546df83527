internal import AppRuntime
internal import Basics
internal import Canvas
internal import Cards
internal import Glibc

/// The standard outputs. Whatever a person reads goes through `SafeText`: a card, a file name or a server's answer
/// may hold bytes that act on a terminal.
enum Console {
    /// For people, on the standard output.
    static func print(_ text: String) {
        write(SafeText(text, lines: .multiple, limit: .max).string + "\n", to: STDOUT_FILENO)
    }

    /// What every mistake begins with, so that it is known in a log of many programs.
    static let prefix = "cardstream: "

    /// For people, on the standard error.
    static func error(_ text: String) {
        write(prefix + SafeText(text.maskingPasswords, lines: .multiple, limit: .max).string + "\n", to: STDERR_FILENO)
    }

    /// JSON for programs, on the standard output. A terminal gets the same bytes as a pipe, and none of them acts on it.
    static func json(_ value: JSONValue, isPretty: Bool = false) { json(value.encoded(isPretty: isPretty)) }

    /// The same of JSON that is written already, as by a server.
    static func json(_ bytes: some Collection<UInt8>) {
        write(PrintableJSON.text(bytes) + "\n", to: STDOUT_FILENO)
    }

    /// Anything else for programs, on the standard output: as it is. The caller vouches that nothing of it comes from a
    /// card, a file or a server.
    static func data(_ text: String) {
        write(text + "\n", to: STDOUT_FILENO)
    }

    /// Called before the program ends because its standard output takes no more.
    static let beforeFailing = Lock<(@Sendable () -> Void)?>(nil)

    static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// One line that the next one overwrites.
    static func progress(_ text: String) {
        write("\r\u{1B}[K" + SafeText(text).string, to: STDERR_FILENO)
    }

    static func endProgress() { write("\r\u{1B}[K", to: STDERR_FILENO) }

    /// Ends the program with ``ExitStatus/failure`` where the standard output takes no more: a full disk must not look like
    /// success, nor must a pipe whose reader is gone (where SIGPIPE is ignored, as services do), and what was not told must
    /// not count as told.
    static func write(_ text: String, to descriptor: CInt) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            let code = errno
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if code == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if code != EINTR {
                guard descriptor == STDOUT_FILENO else { return }
                beforeFailing.withLock { $0 }?()
                error("standard output: \(String(cString: strerror(code)))")
                exit(ExitStatus.failure.rawValue)
            }
        }
    }
}
