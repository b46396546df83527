internal import AppRuntime
internal import Basics
internal import Cards
internal import CursesTerminal
internal import Glibc

/// Questions at the terminal, for commands without a screen. Answers come from standard input, questions go to standard
/// error.
enum Prompt {
    /// Whether a user can answer: standard input and standard error are terminals.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// The longest line that is read, in bytes.
    private static let longest = 4096

    /// Asks a question with two answers; Enter takes the default.
    static func confirm(_ question: String, byDefault: Bool) throws -> Bool {
        while true {
            Console.write("\(question.escapingControls) [\(byDefault ? "Y/n" : "y/N")] ", to: STDERR_FILENO)
            guard let line = readLine() else { return false }
            switch line.lowercased().filter({ !$0.isWhitespace }) {
            case "": return byDefault
            case "y", "yes": return true
            case "n", "no": return false
            default: continue
            }
        }
    }

    /// Asks for a secret, which does not appear on the screen. Nil at the end of input.
    ///
    /// - Throws: ``ExitStatus/interrupted`` after Ctrl-C. The state of the terminal is restored in any case.
    static func secret(_ question: String) throws -> String? {
        try SilentInput.run(on: STDIN_FILENO) {
            Console.write("\(question.escapingControls) ", to: STDERR_FILENO)
            defer { Console.write("\n", to: STDERR_FILENO) }
            return try secretLine()
        } ?? nil
    }

    /// Reads a secret without echo; nil at the end of input.
    private static func secretLine() throws(ExitStatus) -> String? {
        var line = SecretLine(limit: longest)
        while true {
            var byte: UInt8 = 0
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            switch line.accept(byte) {
            case nil: continue
            case .done: return String(decoding: line.bytes, as: UTF8.self)
            case .ended: return nil
            case .interrupted: throw ExitStatus.interrupted
            }
        }
    }
}

/// A line of input that is edited here, because the terminal's own line editing is off.
struct SecretLine {
    enum Ending: Equatable {
        case done
        /// Ctrl-D on an empty line.
        case ended
        /// Ctrl-C.
        case interrupted
    }

    private(set) var bytes: [UInt8] = []
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Processes a byte. Returns how the line ends, or nil if it continues.
    mutating func accept(_ byte: UInt8) -> Ending? {
        switch byte {
        case 0x0A, 0x0D: return .done
        case 0x03: return .interrupted
        case 0x04: return bytes.isEmpty ? .ended : .done
        // Backspace removes a whole UTF-8 character.
        case 0x08, 0x7F:
            while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        // Ctrl-U removes the whole line.
        case 0x15: bytes.removeAll()
        default: if bytes.count < limit { bytes.append(byte) }
        }
        return nil
    }
}
