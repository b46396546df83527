package import Canvas

/// The reason why the terminal cannot be used. Nothing was changed or printed.
package enum TerminalError: Error, Equatable, Sendable {
    /// The device cannot be opened or is not a terminal.
    case noTerminal(device: String, reason: String)
    /// TERM is not set, or it is not in the terminal database and the terminal does not answer.
    case unknownType(name: String)
    /// The terminal exists but lacks what a full screen program needs.
    case notCapable(name: String, lacks: String)
    /// The C library has no UTF-8 tables.
    case noUnicode
    /// The system cannot create a file in memory for frames.
    case noMemory(reason: String)

    /// One line for standard error: what happened and how to fix it.
    package var message: SafeText {
        switch self {
        case .noTerminal(let device, let reason):
            "cannot use \(raw: device) as a terminal: \(raw: reason); run in a terminal window"
        case .unknownType(""):
            "TERM is not set; set it to your terminal's type, for example xterm-256color"
        case .unknownType(let name):
            """
            unknown terminal type TERM=\(raw: name), and the terminal does not respond; set TERM to a type that \
            `infocmp` describes, such as xterm-256color
            """
        case .notCapable(let name, let lacks):
            "terminal type TERM=\(raw: name) cannot show full-screen programs: it lacks \(raw: lacks); set TERM to your terminal's type, such as xterm-256color, or use --linear"
        case .noUnicode:
            "the C library has no UTF-8 locale; install or enable C.UTF-8"
        case .noMemory(let reason):
            "no memory for the screen: \(raw: reason); close some programs and try again"
        }
    }
}
