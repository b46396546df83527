internal import Glibc

/// Checks how many file descriptors the program can still open.
enum FileDescriptors {
    /// The required number, which is more than a short command has open at a time. If there are none, libdispatch ends
    /// the program without a message when the first thread starts.
    private static let least: Int32 = 16

    /// Whether there are too few file descriptors, because the limit is low or because many were open when the program
    /// started.
    static var areTooFew: Bool {
        let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, least)
        guard descriptor < 0 else {
            close(descriptor)
            return false
        }
        return errno == EMFILE || errno == EINVAL
    }
}
