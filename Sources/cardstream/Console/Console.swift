internal import AppRuntime
internal import Basics
internal import Canvas
internal import Cards
internal import Glibc

/// Standard output and error. Text for people goes through `SafeText`, because a card, a file name or a server's
/// response may contain bytes that control a terminal.
enum Console {
    /// Prints text for people to standard output.
    static func print(_ text: String) {
        write(SafeText(text, lines: .multiple, limit: .max).string + "\n", to: STDOUT_FILENO)
    }

    /// The prefix of all error messages, which identifies the program in shared logs.
    static let prefix = "cardstream: "

    /// Prints text for people to standard error.
    static func error(_ text: String) {
        write(prefix + SafeText(text.maskingPasswords, lines: .multiple, limit: .max).string + "\n", to: STDERR_FILENO)
    }

    /// Prints JSON for programs to standard output. Terminals and pipes get the same bytes. Control characters are
    /// escaped.
    static func json(_ value: JSONValue, isPretty: Bool = false) { json(value.encoded(isPretty: isPretty)) }

    /// Prints encoded JSON, for example from a server.
    static func json(_ bytes: some Collection<UInt8>) {
        write(PrintableJSON.text(bytes) + "\n", to: STDOUT_FILENO)
    }

    /// Prints other output for programs unchanged. The caller guarantees that it does not come from a card, a file or a
    /// server.
    static func data(_ text: String) {
        write(text + "\n", to: STDOUT_FILENO)
    }

    /// Called before the program ends because standard output cannot be written.
    static let beforeFailing = Lock<(@Sendable () -> Void)?>(nil)

    /// The width in columns of the terminal at standard output, at least 20; nil if standard output is not a terminal.
    static var columns: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return max(20, Int(size.ws_col))
    }

    /// Prints text for people, with lines wrapped at the width of the terminal. Wrapped lines keep the indentation of
    /// the first one. Lines to a pipe or a file are not wrapped.
    static func printWrapped(_ text: String) { print(columns.map { wrapped(text, columns: $0) } ?? text) }

    static func wrapped(_ text: String, columns: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let indent = line.prefix { $0 == " " }
            let words = SafeText(String(line.dropFirst(indent.count)), limit: .max)
            return TextLayout.wrap(words, width: max(1, columns - indent.count)).map { indent + $0.text.string }
                .joined(separator: "\n")
        }.joined(separator: "\n")
    }

    static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Prints a line that the next one overwrites.
    static func progress(_ text: String) {
        write("\r\u{1B}[K" + SafeText(text).string, to: STDERR_FILENO)
    }

    static func endProgress() { write("\r\u{1B}[K", to: STDERR_FILENO) }

    /// The exit code if standard output cannot be written. Commands for which 1 is an answer change it.
    static let outputFailure = Lock(ExitStatus.failure)

    /// Ends the program with ``outputFailure`` if standard output cannot be written: a full disk must not look
    /// like success, nor a closed pipe (with SIGPIPE ignored, as by services), and lost output must not count as
    /// delivered.
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
                exit(outputFailure.withLock { $0 }.rawValue)
            }
        }
    }
}
