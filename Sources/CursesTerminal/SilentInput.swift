import CCurses
import Glibc

/// Reads from a terminal without echo, line editing and signal keys, as for a password.
package enum SilentInput {
    /// Runs a closure with these settings, and restores the terminal afterwards. A signal that ends the process, such
    /// as `SIGTERM` or a crash, restores it as well.
    ///
    /// - Returns: The result of the closure; nil if the descriptor is not a terminal.
    package static func run<Result>(on descriptor: Int32, _ work: () throws -> Result) rethrows -> Result? {
        var settings = termios()
        // The guard is armed first, because its handlers restore the settings of that moment.
        guard tcgetattr(descriptor, &settings) == 0, ccurses_guard_arm(descriptor, "", 0, -1, -1, "") else {
            return nil
        }
        defer {
            tcsetattr(descriptor, TCSAFLUSH, &settings)
            ccurses_guard_disarm()
        }
        var silent = settings
        // Ctrl-C is read as a character, so that the program can handle it.
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
        guard tcsetattr(descriptor, TCSAFLUSH, &silent) == 0 else { return nil }
        return try work()
    }
}
