internal import Glibc

/// The file descriptors that the program can still get.
enum FileDescriptors {
    /// More than a short command has open at a time. Without any, libdispatch ends the program without a word when the first thread
    /// starts.
    private static let least: Int32 = 16

    /// Whether there are too few, because of a low limit or of what was open before the program began.
    static var areTooFew: Bool {
        let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, least)
        guard descriptor < 0 else {
            close(descriptor)
            return false
        }
        return errno == EMFILE || errno == EINVAL
    }
}
