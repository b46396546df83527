/// Determines whether a terminal has kitty's keyboard protocol (sw.kovidgoyal.net/kitty/keyboard-protocol), and enables it
/// only then. Pure: pass in replies, send the returned sequences.
struct KeyboardQuery {
    /// Asks for the current flags. Terminals without the protocol do not answer.
    static let question = "\u{1B}[?u"
    /// Keys are disambiguated (1), and keys for letters of other alphabets also report the key of the US layout (4).
    private static let push = "\u{1B}[>5u"
    private static let pop = "\u{1B}[<u"

    private let mayAsk: Bool
    private var hasAsked = false
    /// Whether the terminal has the protocol, and it is enabled.
    private(set) var isEnabled = false

    /// - Parameter mayAsk: Whether the user wants the protocol and the terminal follows xterm's conventions.
    init(mayAsk: Bool) { self.mayAsk = mayAsk }

    /// The question after the first frame; empty on later calls.
    mutating func begin() -> String {
        guard mayAsk, !hasAsked else { return "" }
        hasAsked = true
        return Self.question
    }

    /// Handles a reply. Returns what to send.
    mutating func handle(_ reply: TerminalReply) -> String {
        guard reply == .keyboard, hasAsked, !isEnabled else { return "" }
        isEnabled = true
        return Self.push
    }

    /// Enables the protocol again, after another program used the terminal.
    var enter: String { isEnabled ? Self.push : "" }

    /// Restores the previous keyboard mode.
    var leave: String { isEnabled ? Self.pop : "" }

    /// For use after a crash, when the state is unknown. Has no effect if the protocol was not enabled.
    static let reset = pop
}
