import Canvas

/// Determines the graphics protocol of a terminal from its replies. Pure: pass in replies, perform the returned steps.
///
/// The first questions are harmless for all terminals that follow xterm. Device attributes come last: every terminal
/// answers them, so replies missing by then never arrive. kitty's own query, which some terminals would print, is only
/// sent to terminals whose name implies support for Unicode placeholders.
struct GraphicsProbe {
    /// Seconds after which a reply counts as missing. A late reply is still used.
    static let timeout = 0.3

    enum Step: Equatable {
        case wait
        /// Send this question.
        case ask(String)
        /// Ask tmux about its outer terminal (``TmuxClient``).
        case askTmux
        case decided
    }

    /// The result with a reason for reports.
    struct Verdict: Equatable {
        /// Nil means that no pictures are shown.
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

    /// Asks for the name, the size of a cell and the attributes.
    static let question = FeatureQuery.versionQuestion + cellQuestion + attributesQuestion
    static let cellQuestion = "\u{1B}[16t"
    static let attributesQuestion = "\u{1B}[c"
    /// Asks whether a picture of one pixel would be accepted; the attributes mark the end of the wait.
    private static let graphicsQuestion = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + attributesQuestion

    mutating func handle(_ reply: TerminalReply) -> Step {
        switch reply {
        case .version(let version):
            self.version = version
            return .wait
        case .cellPixels, .background, .keyboard, .mode, .size, .capability, .notificationSupport, .notification:
            return .wait
        case .graphics(let isOK):
            guard awaitsGraphics else { return .wait }
            awaitsGraphics = false
            guard isOK else { return decideByAttributes("\(name) has kitty's graphics protocol switched off") }
            return decide(.kitty, "\(name) supports kitty's graphics protocol")
        case .attributes(let attributes):
            self.attributes = attributes
            if awaitsGraphics {
                awaitsGraphics = false
                return decideByAttributes("\(name) did not respond to the query for kitty's graphics protocol")
            }
            // The attributes after the second question find the result decided.
            if verdict?.method == .kitty { return .decided }
            if isTmux { return .askTmux }
            guard Self.hasPlaceholders(version), mayNamePictures else { return decideByAttributes(nil) }
            awaitsGraphics = true
            return .ask(Self.graphicsQuestion)
        }
    }

    /// Handles the answer of tmux; nil if it could not be asked.
    mutating func handle(_ client: TmuxClient?) -> Step {
        guard let client else { return decide(nil, "tmux does not report which terminal it runs in") }
        let terminal = SafeText(client.terminal, limit: Self.nameLimit)
        if Self.hasPlaceholders(client.terminal), mayNamePictures {
            if client.passesThrough { return decide(.kitty, "\(terminal) through tmux") }
            return decide(nil, "\(terminal) can show real pixels with `set -g allow-passthrough on` in tmux.conf")
        }
        let isSixel = attributes.contains(Self.sixelAttribute) && client.features.contains("sixel")
        return isSixel
            ? decide(.sixel, "tmux and its terminal support sixels")
            : decide(nil, "tmux does not pass images to \(terminal.isEmpty ? "its terminal" : terminal)")
    }

    /// Decides without the reply that did not arrive within ``timeout``.
    mutating func giveUp() {
        guard verdict == nil else { return }
        _ = decide(nil, version == nil ? "the terminal did not respond" : "\(name) sent only a part of its response")
    }

    /// The device attribute for sixel graphics.
    private static let sixelAttribute = 4

    private mutating func decideByAttributes(_ reason: SafeText?) -> Step {
        if attributes.contains(Self.sixelAttribute) { return decide(.sixel, reason ?? "\(name) supports sixels") }
        return decide(nil, reason ?? "\(name) supports neither kitty's graphics protocol nor sixels")
    }

    /// Nil selects symbols if there are colours.
    private mutating func decide(_ method: GraphicsProtocol?, _ reason: SafeText) -> Step {
        if method == nil, colors == .none {
            verdict = Verdict(method: nil, reason: "images drawn with symbols need colours, and colours are off")
        } else {
            verdict = Verdict(method: method ?? .symbols, reason: reason)
        }
        return .decided
    }

    private var isTmux: Bool { version?.hasPrefix("tmux ") == true }

    /// Cells identify their picture by their colour.
    private var mayNamePictures: Bool { colors == .palette || colors == .direct }

    /// The terminal's name for messages.
    private var name: SafeText {
        guard let version, !version.isEmpty else { return "the terminal" }
        return SafeText(version, limit: Self.nameLimit)
    }

    /// The maximum length in characters. The terminal's own description is untrusted.
    private static let nameLimit = 80

    /// kitty from 0.28, and all versions of Ghostty; other terminals have the protocol without placeholders.
    static func hasPlaceholders(_ version: String?) -> Bool {
        version?.hasPrefix("ghostty") == true || isKitty(version, from: 28)
    }

    /// Whether text of twice the size is supported: kitty from 0.40. tmux, which reports its own name, does not support
    /// it.
    var hasLargeText: Bool { Self.isKitty(version, from: 40) }

    /// - Parameter minor: The minor version of the first supported version 0.x.
    private static func isKitty(_ version: String?, from minor: Int) -> Bool {
        guard let version, version.hasPrefix("kitty(") else { return false }
        let numbers = version.dropFirst(6).prefix { $0 != ")" }.split(separator: ".").map { Int($0) ?? 0 }
        guard let major = numbers.first else { return false }
        return major > 0 || (numbers.count > 1 && numbers[1] >= minor)
    }
}
