/// Determines whether a terminal has kitty's keyboard protocol (sw.kovidgoyal.net/kitty/keyboard-protocol), and enables it
/// only then. Pure: pass in replies, send the returned sequences.
struct KeyboardQuery {
    /// Asks for the current flags. Terminals without the protocol do not answer.
    static let question = "\u{1B}[?u"
    /// Keys are told apart (1), with the key of the US layout for those that have other letters (4).
    private static let push = "\u{1B}[>5u"
    private static let pop = "\u{1B}[<u"

    private let mayAsk: Bool
    private var hasAsked = false
    /// Whether the terminal has the protocol, and it is enabled.
    private(set) var isEnabled = false

    /// - Parameter mayAsk: Whether the user wants it and the terminal follows xterm's conventions.
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

    /// Enables it again, after another program had the terminal.
    var enter: String { isEnabled ? Self.push : "" }

    /// Gives the keyboard back as it was.
    var leave: String { isEnabled ? Self.pop : "" }

    /// After a crash, when the state is not known: does nothing where nothing was enabled.
    static let reset = pop
}
