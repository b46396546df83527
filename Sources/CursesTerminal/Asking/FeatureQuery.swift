import Canvas

/// Determines which optional features a terminal supports, and enables modes only then. Pure: pass in replies, send the
/// returned sequences.
///
/// All questions go out with the first frame in one write. Every terminal answers the last one, for attributes, so replies
/// that are missing by then never arrive. A late reply still counts.
struct FeatureQuery {
    private var choice: FeatureChoice
    private let mayAsk: Bool
    private let asked: Set<TerminalMode>
    /// Identifies the question about notifications.
    let questionID: NotificationID

    private enum Phase: Equatable {
        case new
        /// Waiting until this time of the monotonic clock.
        case waiting(until: Double)
        case over
    }

    private var phase = Phase.new
    /// The terminal's answers about modes.
    private(set) var states: [TerminalMode: TerminalMode.State] = [:]
    private(set) var name: TerminalName?
    /// Whether no further replies are expected.
    private(set) var isAnswered = false
    private(set) var notifications: NotificationSupport?
    private(set) var isThroughTmux = false
    private(set) var hasTrueColor = false
    private var reportedScheme = false
    /// Whether questions were sent, but the last one was not sent yet.
    private var awaitsEnd = false

    /// - Parameters:
    ///   - mayAsk: Whether the terminal follows xterm's conventions and answers itself; other terminals are not asked.
    ///   - canHaveTrueColor: Whether the terminal has colours, but is not known to have 24-bit colours.
    ///   - asksScheme: Whether the user's colour scheme is needed.
    init(
        _ choice: FeatureChoice, mayAsk: Bool, canHaveTrueColor: Bool = true, asksScheme: Bool = true,
        questionID: NotificationID = NotificationID()
    ) {
        self.choice = choice
        if !canHaveTrueColor { self.choice.trueColor = false }
        self.mayAsk = mayAsk
        self.questionID = questionID
        var asked: Set<TerminalMode> = []
        if choice.modes { asked = [.synchronizedOutput, .graphemeClusters] }
        if choice.modes, asksScheme { asked.insert(.colorSchemeReports) }
        if choice.sizeReports { asked.insert(.sizeReports) }
        self.asked = mayAsk ? asked : []
    }

    /// XTVERSION.
    static let versionQuestion = "\u{1B}[>0q"
    /// XTGETTCAP for `RGB` and `Tc`, separately: xterm stops at the first one that it does not know.
    static let colorQuestion = "\u{1B}P+q524742\u{1B}\\\u{1B}P+q5463\u{1B}\\"
    private static let colorCapabilities: Set<String> = ["524742", "5463"]

    private var asksVersion: Bool {
        if case .known = choice.progress { return true }
        return choice.trueColor || choice.notifications == .throughTmux
    }

    /// The questions before the cells of the first frame; empty on later calls. Some terminals print parts of the
    /// questions; the frame then overwrites them.
    mutating func begin(at time: Double) -> String {
        guard phase == .new else { return "" }
        var question = asked.sorted { $0.rawValue < $1.rawValue }.map(\.question).joined()
        if mayAsk {
            if choice.notifications != .off { question += "\u{1B}]99;i=\(questionID.string):p=?;\u{1B}\\" }
            if choice.trueColor { question += Self.colorQuestion }
        }
        let isAsking = !question.isEmpty || (mayAsk && asksVersion)
        phase = isAsking ? .waiting(until: time + GraphicsProbe.timeout) : .over
        awaitsEnd = isAsking
        return question
    }

    /// The questions after the first frame: for the version, the questions of others, and the one that every terminal
    /// answers.
    ///
    /// - Parameters:
    ///   - others: Other questions. If there are any, they end with the question for attributes.
    ///   - hasVersion: Whether `others` contains the question for the version.
    mutating func end(_ others: String, hasVersion: Bool) -> String {
        guard awaitsEnd else { return others }
        awaitsEnd = false
        let end = GraphicsProbe.attributesQuestion
        return (mayAsk && asksVersion && !hasVersion ? Self.versionQuestion : "") + others
            + (others.hasSuffix(end) ? "" : end)
    }

    /// Handles a reply. Returns what to send.
    ///
    /// - Parameter askTmux: Queries tmux about its outer terminal.
    mutating func handle(_ reply: TerminalReply, askTmux: () -> TmuxClient?) -> String {
        guard phase != .new else { return "" }
        switch reply {
        case .mode(let number, let state):
            guard let mode = TerminalMode(rawValue: number), asked.contains(mode), states[mode] == nil else {
                return ""
            }
            states[mode] = state
            return mode.isHeld && state == .reset ? mode.set : ""
        case .version(let text):
            guard asksVersion else { return "" }
            let name = TerminalName(text)
            self.name = name
            if choice.trueColor, name.hasTrueColor { hasTrueColor = true }
            if choice.notifications == .throughTmux, name.name == "tmux", askTmux()?.passesThrough == true {
                isThroughTmux = true
                notifications = NotificationSupport(hasButtons: true, reportsClosing: true, canClose: true)
            }
        case .capability(let name, let isKnown):
            if choice.trueColor, isKnown, Self.colorCapabilities.contains(name) { hasTrueColor = true }
        case .notificationSupport(let id, let support):
            if choice.notifications != .off, id == questionID.string { notifications = support }
        case .attributes:
            phase = .over
            isAnswered = true
            return enableSchemeReports()
        default: break
        }
        return ""
    }

    /// Handles a report of the colour scheme. A terminal that answers this question also reports changes, even if it
    /// does not answer questions about modes. Returns what to send.
    mutating func handleScheme() -> String {
        reportedScheme = true
        return enableSchemeReports()
    }

    private mutating func enableSchemeReports() -> String {
        guard isAnswered, reportedScheme, asked.contains(.colorSchemeReports), states[.colorSchemeReports] == nil else {
            return ""
        }
        states[.colorSchemeReports] = .reset
        return TerminalMode.colorSchemeReports.set
    }

    /// Whether a mode is on or, if it is set for each frame, can be set.
    func has(_ mode: TerminalMode) -> Bool { states[mode]?.isUsable == true }

    /// Whether progress is sent to the terminal.
    var showsProgress: Bool {
        switch choice.progress {
        case .off: false
        case .always: true
        case .known(let isInEnvironment): name?.showsProgress ?? (isAnswered && isInEnvironment)
        }
    }

    /// The modes that were set by us.
    private var held: [TerminalMode] {
        TerminalMode.allCases.filter { $0.isHeld && states[$0] == .reset }
    }

    /// Sets the modes again, after another program used the terminal.
    var enter: String { held.map(\.set).joined() }

    /// Resets the modes to their previous state.
    var leave: String { held.reversed().map(\.reset).joined() }

    /// For use after a crash: ends a frame, and resets progress and modes.
    var reset: String {
        (has(.synchronizedOutput) ? TerminalMode.synchronizedOutput.reset : "")
            + (showsProgress ? TerminalProgress.none.sequence : "") + leave
    }

    /// The seconds during which a reply is still expected, which must not reach another program; nil if none is
    /// expected.
    func delay(at time: Double) -> Double? {
        if case .waiting(let until) = phase, until > time { until - time } else { nil }
    }
}
