/// The progress of work, as terminals show it in a tab or the task bar (ConEmu's OSC 9;4).
package enum TerminalProgress: Hashable, Sendable {
    case none
    /// From 0 to 100.
    case percent(Int)
    /// Work without a known end.
    case indeterminate
    /// Work that has stopped until the user answers.
    case waiting

    /// The escape sequence. Terminals without the protocol may show it as a notification with the text "4;…".
    package var sequence: String {
        let state =
            switch self {
            case .none: "0"
            case .percent(let percent): "1;\(min(100, max(0, percent)))"
            case .indeterminate: "3"
            case .waiting: "4;100"
            }
        return "\u{1B}]9;4;\(state)\u{1B}\\"
    }
}
