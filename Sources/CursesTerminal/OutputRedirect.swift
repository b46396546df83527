import Canvas
import Glibc

/// Keeps what libraries print away from the screen: fds 1 and 2 go to a file while the terminal is ours.
struct OutputRedirect: ~Copyable {
    private let target: Int32
    private var isActive = false
    /// The standard output and error as found, for crash reports; -1 where there was none.
    let standardOutput: Int32
    let standardError: Int32
    /// What a crash says: its reason was printed while fd 2 was the file.
    let crashNote: String

    /// - Parameter path: appended to, made with mode 0600; when it cannot be opened the output is discarded.
    init(path: String?) {
        let place = path.map { SafeText($0).string }
        crashNote = "\ncardstream crashed.\(place.map { " What it said last is in \($0)" } ?? "")\n"
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
