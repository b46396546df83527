import CCurses
package import Canvas
import Glibc

/// Determines for a report which optional features a terminal supports, without using its screen.
package struct FeatureDetection {
    /// A feature, the terminal's answer about it, and whether it is used.
    package struct Finding: Equatable, Sendable {
        package var feature: SafeText
        package var answer: SafeText
        package var isUsed: Bool
    }

    /// The feature of 24-bit colours.
    package static let colors: SafeText = "24-bit colours"

    /// The terminal's own name and version; nil if it does not report them.
    package let name: SafeText?
    package let findings: [Finding]

    /// Takes at most a third of a second. Nil if the terminal does not exist or cannot be queried.
    /// - Parameter type: The terminal's type, as in TERM.
    package init?(_ choice: FeatureChoice, device: String = "/dev/tty", type: String) {
        let descriptor = open(device, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status: Int32 = 0
        guard setupterm(type, descriptor, &status) == OK, TerminalModes().speaksXterm, !CursesTerminal.isInScreen,
            var line = try? TTYGuard(descriptor: descriptor, device: device)
        else { return nil }
        var query = FeatureQuery(choice, mayAsk: true)
        line.makeRaw()
        defer { line.restore() }
        let time = CursesTerminal.now
        let question = query.begin(at: time)
        GraphicsDetection.send(question + query.end("", hasVersion: false), to: descriptor)
        // Some terminals print parts of the questions, so the line is cleared.
        defer { if !question.isEmpty { GraphicsDetection.send("\r\u{1B}[K", to: descriptor) } }
        var decoder = InputDecoder()
        var version: String?
        // Reads all replies: none may appear as input of the shell. The sequences that would set modes are not sent.
        while let delay = query.delay(at: CursesTerminal.now),
            let bytes = GraphicsDetection.read(descriptor, within: delay)
        {
            _ = decoder.decode(bytes, isFinal: false)
            for reply in decoder.takeReplies() {
                if case .version(let text) = reply { version = text }
                _ = query.handle(reply) { TmuxClient.ask() }
            }
        }
        name = version.map { SafeText($0, limit: 80) }
        findings = Self.findings(choice, query)
    }

    private static func findings(_ choice: FeatureChoice, _ query: FeatureQuery) -> [Finding] {
        let modes = TerminalMode.allCases.map { mode in
            let isWanted = mode == .sizeReports ? choice.sizeReports : choice.modes
            return finding(
                mode.name, isWanted: isWanted, answer: answer(query.states[mode], query), isUsed: query.has(mode))
        }
        let progress = Finding(
            feature: "progress", answer: progressAnswer(choice.progress, query), isUsed: query.showsProgress)
        let notifications = finding(
            "notification buttons", isWanted: choice.notifications != .off,
            answer: query.notifications.map { $0.hasButtons ? "yes" : "notifications without buttons" }
                ?? missing(query), isUsed: query.notifications?.hasButtons == true)
        let colors = finding(
            colors, isWanted: choice.trueColor, answer: query.hasTrueColor ? "yes" : missing(query),
            isUsed: query.hasTrueColor)
        return modes + [progress, notifications, colors]
    }

    private static func finding(_ feature: SafeText, isWanted: Bool, answer: SafeText, isUsed: Bool) -> Finding {
        isWanted
            ? Finding(feature: feature, answer: answer, isUsed: isUsed)
            : Finding(feature: feature, answer: "the terminal was not asked", isUsed: false)
    }

    private static func answer(_ state: TerminalMode.State?, _ query: FeatureQuery) -> SafeText {
        switch state {
        case .set?: "set"
        case .reset?: "yes"
        case .permanentlySet?: "always"
        case .permanentlyReset?: "never"
        case .unknown?: "no"
        case nil: missing(query)
        }
    }

    private static func progressAnswer(_ choice: FeatureChoice.Progress, _ query: FeatureQuery) -> SafeText {
        switch choice {
        case .off: "off in the settings"
        case .always: "on in the settings"
        case .known where query.showsProgress: "this terminal is known to support it"
        case .known: "this terminal is not known to support it"
        }
    }

    /// The meaning of a missing reply.
    private static func missing(_ query: FeatureQuery) -> SafeText {
        query.isAnswered ? "no response" : "the terminal did not respond"
    }
}

extension TerminalMode {
    /// The name for reports.
    var name: SafeText {
        switch self {
        case .synchronizedOutput: "synchronized output"
        case .graphemeClusters: "grapheme clusters"
        case .colorSchemeReports: "colour scheme reports"
        case .sizeReports: "size reports"
        }
    }
}
