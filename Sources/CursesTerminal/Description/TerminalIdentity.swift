import CCurses
import Glibc

/// Identifies an unknown terminal before the program uses it.
enum TerminalIdentity {
    /// The maximum seconds to wait for the answer. Only a terminal without a description is asked, which could not be
    /// used otherwise.
    private static let timeout = 1.0
    /// The primary device attributes (DA1), which every descendant of the VT100 reports.
    private static let question = "\u{1B}[c"

    /// Whether the terminal answers like a descendant of the VT100. Keys that are pressed during this time are dropped.
    static func isVT100Compatible(_ descriptor: CInt) -> Bool {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return false }
        var raw = settings
        ccurses_make_raw(&raw)
        guard tcsetattr(descriptor, TCSADRAIN, &raw) == 0 else { return false }
        defer { tcsetattr(descriptor, TCSADRAIN, &settings) }
        guard write(descriptor, question, question.utf8.count) == question.utf8.count else { return false }
        var received: [UInt8] = []
        let end = CursesTerminal.now + timeout
        while !isAnswer(received) {
            let left = Int32(((end - CursesTerminal.now) * 1000).rounded(.up))
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&request, 1, left) > 0 else { return false }
            var byte: UInt8 = 0
            guard read(descriptor, &byte, 1) == 1 else { return false }
            received.append(byte)
        }
        return true
    }

    /// Whether the bytes end with `ESC [ ? numbers c`.
    static func isAnswer(_ bytes: [UInt8]) -> Bool {
        guard bytes.last == UInt8(ascii: "c") else { return false }
        let numbers = bytes.dropLast().reversed().prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }
        return !numbers.isEmpty && bytes.dropLast(numbers.count + 1).suffix(3).elementsEqual([0x1B, 0x5B, 0x3F])
    }
}
