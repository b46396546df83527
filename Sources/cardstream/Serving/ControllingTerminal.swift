internal import Glibc

/// The terminal that this process was started in.
enum ControllingTerminal {
    /// Whether the terminal is open. False for a service.
    static var exists: Bool {
        let file = open("/dev/tty", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        close(file)
        return true
    }
}
