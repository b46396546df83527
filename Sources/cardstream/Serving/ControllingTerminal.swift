internal import Glibc

/// The terminal that this process was started in.
enum ControllingTerminal {
    /// False for a service, and once the terminal was closed.
    static var exists: Bool {
        let file = open("/dev/tty", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        close(file)
        return true
    }
}
