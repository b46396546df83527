import CCurses
import Glibc

/// Saves the state of a terminal and restores it on close and from crash handlers.
///
/// While armed, a trap or segmentation fault writes the reset bytes and restores the tty settings before the process
/// dies, so that the shell stays usable and the backtrace readable.
struct TTYGuard: ~Copyable {
    private let descriptor: Int32
    private var settings: termios

    /// - Throws: `TerminalError.noTerminal` if the descriptor is not a terminal.
    init(descriptor: Int32, device: String) throws(TerminalError) {
        self.descriptor = descriptor
        settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else {
            throw TerminalError.noTerminal(device: device, reason: String(cString: strerror(errno)))
        }
    }

    /// Arms the crash handlers. Call it before changing the terminal's settings, which it saves again.
    /// - Parameters:
    ///   - resetBytes: The sequence that resets the terminal's modes.
    ///   - output: The original outputs to restore, and the crash note.
    func arm(resetBytes: [UInt8], output: borrowing OutputRedirect) {
        let note = output.crashNote
        let (standardOutput, standardError) = (output.standardOutput, output.standardError)
        // Fails if the terminal was closed in the meantime. Then nothing has to be restored.
        _ = resetBytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
            return ccurses_guard_arm(descriptor, start, bytes.count, standardOutput, standardError, note)
        }
    }

    /// Replaces the reset bytes while the handlers are armed.
    func change(resetBytes: [UInt8]) {
        resetBytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
            let isChanged = ccurses_guard_change(start, bytes.count)
            assert(isChanged, "the terminal may not be restored fully after a crash")
        }
    }

    /// Sets the tty to raw mode.
    func makeRaw() {
        var raw = settings
        ccurses_make_raw(&raw)
        tcsetattr(descriptor, TCSADRAIN, &raw)
    }

    /// Restores the tty settings and removes the crash handlers.
    mutating func restore() {
        tcsetattr(descriptor, TCSADRAIN, &settings)
        ccurses_guard_disarm()
    }
}
