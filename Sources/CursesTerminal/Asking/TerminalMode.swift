/// A private mode of terminals that is used only where the terminal says that it has it (DECRQM).
enum TerminalMode: Int, CaseIterable, Sendable {
    /// The terminal shows a frame when it is complete.
    case synchronizedOutput = 2026
    /// A grapheme cluster, such as a flag or a joined emoji, takes as many cells as it is wide.
    case graphemeClusters = 2027
    /// A change between dark and light is reported.
    case colorSchemeReports = 2031
    /// A change of the size is reported among the input.
    case sizeReports = 2048

    /// What a terminal answers about a mode (DECRPM).
    enum State: Int, Sendable {
        case unknown = 0
        case set = 1
        case reset = 2
        case permanentlySet = 3
        case permanentlyReset = 4

        /// Whether the mode is on or can be.
        var isUsable: Bool {
            switch self {
            case .set, .reset, .permanentlySet: true
            case .unknown, .permanentlyReset: false
            }
        }
    }

    var question: String { "\u{1B}[?\(rawValue)$p" }
    var set: String { "\u{1B}[?\(rawValue)h" }
    var reset: String { "\u{1B}[?\(rawValue)l" }

    /// Whether the mode stays set while the terminal is ours. Synchronized output is set for each frame.
    var isHeld: Bool { self != .synchronizedOutput }
}
