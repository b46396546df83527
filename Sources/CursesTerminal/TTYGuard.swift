import CCurses
import Glibc

/// Remembers how a terminal was found, and gives it back so: on close, and from the handlers of a crash.
///
/// While armed, a trap or a segmentation fault writes the reset bytes and restores the line settings
/// before the process dies, so that the shell stays usable and the backtrace readable.
struct TTYGuard: ~Copyable {
    private let descriptor: Int32
    private var settings: termios

    /// - Throws: `TerminalError.noTerminal` when the descriptor is no terminal.
    init(descriptor: Int32, device: String) throws(TerminalError) {
        self.descriptor = descriptor
        settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else {
            throw TerminalError.noTerminal(device: device, reason: String(cString: strerror(errno)))
        }
    }

    /// Arms the crash handlers. Call before the terminal's settings are changed: they are saved again here.
    /// - Parameters:
    ///   - resetBytes: what brings the terminal's own modes back.
    ///   - output: knows the outputs to put back, and where the last words of the program are.
    func arm(resetBytes: [UInt8], output: borrowing OutputRedirect) {
        let note = output.crashNote
        let (standardOutput, standardError) = (output.standardOutput, output.standardError)
        let isArmed = resetBytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
            return ccurses_guard_arm(descriptor, start, bytes.count, standardOutput, standardError, note)
        }
        // The bytes are ours and the descriptor was a terminal a moment ago.
        assert(isArmed, "the crash guard could not be armed")
    }

    /// Takes the line for keys and cursor movement.
    func makeRaw() {
        var raw = settings
        ccurses_make_raw(&raw)
        tcsetattr(descriptor, TCSADRAIN, &raw)
    }

    /// Restores the line settings and takes the crash handlers away.
    mutating func restore() {
        tcsetattr(descriptor, TCSADRAIN, &settings)
        ccurses_guard_disarm()
    }
}
