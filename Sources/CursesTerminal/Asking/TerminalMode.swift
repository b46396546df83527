/// A private mode that is used only if the terminal reports support for it (DECRQM).
enum TerminalMode: Int, CaseIterable, Sendable {
    /// The terminal shows a frame when it is complete.
    case synchronizedOutput = 2026
    /// A grapheme cluster, such as a flag or a joined emoji, occupies as many cells as it is wide.
    case graphemeClusters = 2027
    /// Changes between dark and light are reported.
    case colorSchemeReports = 2031
    /// Changes of the size are reported in-band.
    case sizeReports = 2048

    /// The terminal's answer about a mode (DECRPM).
    enum State: Int, Sendable {
        case unknown = 0
        case set = 1
        case reset = 2
        case permanentlySet = 3
        case permanentlyReset = 4

        /// Whether the mode is on or can be set.
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

    /// Whether the mode stays set while the viewer uses the terminal. Synchronized output is set for each frame.
    var isHeld: Bool { self != .synchronizedOutput }
}
