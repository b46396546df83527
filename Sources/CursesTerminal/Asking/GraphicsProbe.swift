import Canvas

/// Finds out how a terminal shows pictures, by what it answers. Pure: tell it what came, do what it says.
///
/// What a terminal is asked first is harmless to all that follow xterm. Device attributes are asked for last: everything
/// answers those, so whatever has not been answered by then never will be. kitty's own question, which some terminals
/// would print, goes only to those whose name says that they know Unicode placeholders.
struct GraphicsProbe {
    /// Seconds from a question until the answer is taken to be missing. One that comes later still counts.
    static let timeout = 0.3

    enum Step: Equatable {
        case wait
        /// Send this.
        case ask(String)
        /// Ask tmux about the terminal it is shown in (``TmuxClient``).
        case askTmux
        case decided
    }

    /// The outcome, and why in words for a report.
    struct Verdict: Equatable {
        /// Nil: no pictures.
        let method: GraphicsProtocol?
        let reason: SafeText
    }

    private let colors: ColorSupport
    private var version: String?
    private var attributes: [Int] = []
    private var awaitsGraphics = false
    private(set) var verdict: Verdict?

    init(colors: ColorSupport) {
        self.colors = colors
    }

    /// Its name, the size of a cell, its attributes.
    static let question = "\u{1B}[>0q" + cellQuestion + attributesQuestion
    static let cellQuestion = "\u{1B}[16t"
    static let attributesQuestion = "\u{1B}[c"
    /// Whether it would take a picture of one pixel; the attributes mark the end of the wait.
    private static let graphicsQuestion = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + attributesQuestion

    mutating func handle(_ reply: TerminalReply) -> Step {
        switch reply {
        case .version(let version):
            self.version = version
            return .wait
        case .cellPixels, .background: return .wait
        case .graphics(let isOK):
            guard awaitsGraphics else { return .wait }
            awaitsGraphics = false
            guard isOK else { return decideByAttributes("\(name) has its graphics protocol switched off") }
            return decide(.kitty, "\(name) has kitty's graphics protocol")
        case .attributes(let attributes):
            self.attributes = attributes
            if awaitsGraphics {
                awaitsGraphics = false
                return decideByAttributes("\(name) did not answer to kitty's graphics protocol")
            }
            // Attributes that end the second question find it decided.
            if verdict?.method == .kitty { return .decided }
            if isTmux { return .askTmux }
            guard Self.hasPlaceholders(version), mayNamePictures else { return decideByAttributes(nil) }
            awaitsGraphics = true
            return .ask(Self.graphicsQuestion)
        }
    }

    /// What tmux told; nil when it could not be asked.
    mutating func handle(_ client: TmuxClient?) -> Step {
        guard let client else { return decide(nil, "tmux does not tell what it is shown in") }
        let terminal = SafeText(client.terminal, limit: Self.nameLimit)
        if Self.hasPlaceholders(client.terminal), mayNamePictures {
            if client.passesThrough { return decide(.kitty, "\(terminal) through tmux") }
            return decide(nil, "\(terminal) could show more: set -g allow-passthrough on in tmux.conf")
        }
        let isSixel = attributes.contains(Self.sixelAttribute) && client.features.contains("sixel")
        return isSixel
            ? decide(.sixel, "tmux and the terminal it is shown in have sixels")
            : decide(nil, "tmux passes no pictures on to \(terminal.isEmpty ? "its terminal" : terminal)")
    }

    /// The answer did not come within ``timeout``.
    mutating func giveUp() {
        guard verdict == nil else { return }
        _ = decide(nil, version == nil ? "the terminal did not answer" : "\(name) did not answer in full")
    }

    /// A terminal's number for sixel graphics among its attributes.
    private static let sixelAttribute = 4

    private mutating func decideByAttributes(_ reason: SafeText?) -> Step {
        if attributes.contains(Self.sixelAttribute) { return decide(.sixel, reason ?? "\(name) has sixels") }
        return decide(nil, reason ?? "\(name) has neither kitty's graphics protocol nor sixels")
    }

    /// Nil are symbols, as long as there are colours.
    private mutating func decide(_ method: GraphicsProtocol?, _ reason: SafeText) -> Step {
        if method == nil, colors == .none {
            verdict = Verdict(method: nil, reason: "symbols need colours, and there are none")
        } else {
            verdict = Verdict(method: method ?? .symbols, reason: reason)
        }
        return .decided
    }

    private var isTmux: Bool { version?.hasPrefix("tmux ") == true }

    /// Cells name their picture by their colour.
    private var mayNamePictures: Bool { colors == .palette || colors == .direct }

    /// For words: the terminal's name as it says.
    private var name: SafeText {
        guard let version, !version.isEmpty else { return "the terminal" }
        return SafeText(version, limit: Self.nameLimit)
    }

    /// In characters; what a terminal says of itself may be anything.
    private static let nameLimit = 80

    /// kitty from 0.28 and all of Ghostty; others have the protocol without placeholders.
    static func hasPlaceholders(_ version: String?) -> Bool {
        version?.hasPrefix("ghostty") == true || isKitty(version, from: 28)
    }

    /// Whether letters can be of twice the size: kitty from 0.40. tmux, which names itself, passes none on.
    var hasLargeText: Bool { Self.isKitty(version, from: 40) }

    /// - Parameter minor: The second number of the oldest version 0 that counts.
    private static func isKitty(_ version: String?, from minor: Int) -> Bool {
        guard let version, version.hasPrefix("kitty(") else { return false }
        let numbers = version.dropFirst(6).prefix { $0 != ")" }.split(separator: ".").map { Int($0) ?? 0 }
        guard let major = numbers.first else { return false }
        return major > 0 || (numbers.count > 1 && numbers[1] >= minor)
    }
}
