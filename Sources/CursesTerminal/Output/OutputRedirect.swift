import Canvas
import Glibc

/// Redirects descriptors 1 and 2 to a file while the terminal is in use, so that output of libraries does not disturb
/// the screen.
struct OutputRedirect: ~Copyable {
    private let target: Int32
    private var isActive = false
    /// The original standard output and error for crash reports; -1 if there was none.
    let standardOutput: Int32
    let standardError: Int32
    /// The note printed after a crash, whose message went to the redirected descriptor 2.
    let crashNote: String

    /// - Parameter path: A file to append to, created with mode 0600; if it cannot be opened, output is discarded.
    init(path: String?) {
        let place = path.map { SafeText($0).string }
        crashNote = "\ncardstream crashed.\(place.map { " Its last output is in \($0)" } ?? "")\n"
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC
        let opened = path.map { Glibc.open($0, flags, mode_t(0o600)) } ?? -1
        target = opened >= 0 ? opened : Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
        standardOutput = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        standardError = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    }

    deinit {
        for descriptor in [target, standardOutput, standardError] where descriptor >= 0 { close(descriptor) }
    }

    mutating func activate() {
        guard !isActive, target >= 0 else { return }
        isActive = true
        fflush(nil)
        dup2(target, STDOUT_FILENO)
        dup2(target, STDERR_FILENO)
    }

    mutating func deactivate() {
        guard isActive else { return }
        isActive = false
        fflush(nil)
        if standardOutput >= 0 { dup2(standardOutput, STDOUT_FILENO) }
        if standardError >= 0 { dup2(standardError, STDERR_FILENO) }
    }
}
