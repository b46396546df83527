import CCurses
import Glibc

/// Reads from a terminal without echo, line editing and keys for signals, as for a password.
package enum SilentInput {
    /// Runs the work with these settings, and restores the terminal after it. A signal that ends the process, as
    /// `SIGTERM` or a crash, restores it, too.
    ///
    /// - Returns: The result of the work; nil if the descriptor is not a terminal.
    package static func run<Result>(on descriptor: Int32, _ work: () throws -> Result) rethrows -> Result? {
        var settings = termios()
        // Armed first, because the handlers restore the settings of this moment.
        guard tcgetattr(descriptor, &settings) == 0, ccurses_guard_arm(descriptor, "", 0, -1, -1, "") else {
            return nil
        }
        defer {
            tcsetattr(descriptor, TCSAFLUSH, &settings)
            ccurses_guard_disarm()
        }
        var silent = settings
        // Ctrl-C comes as a character, so that the program can end in its own way.
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
        guard tcsetattr(descriptor, TCSAFLUSH, &silent) == 0 else { return nil }
        return try work()
    }
}
