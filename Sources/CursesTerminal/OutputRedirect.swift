import Glibc

/// Keeps what libraries print away from the screen: fds 1 and 2 go to a file while the terminal is ours.
struct OutputRedirect: ~Copyable {
    private let target: Int32
    private let savedOutput: Int32
    private var isActive = false
    /// The standard error as found, for crash reports; -1 when there was none.
    let standardError: Int32

    /// - Parameter path: appended to, made with mode 0600; when it cannot be opened the output is discarded.
    init(path: String?) {
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC
        let opened = path.map { Glibc.open($0, flags, mode_t(0o600)) } ?? -1
        target = opened >= 0 ? opened : Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
        savedOutput = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        standardError = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    }

    deinit {
        for descriptor in [target, savedOutput, standardError] where descriptor >= 0 { close(descriptor) }
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
        if savedOutput >= 0 { dup2(savedOutput, STDOUT_FILENO) }
        if standardError >= 0 { dup2(standardError, STDERR_FILENO) }
    }
}
