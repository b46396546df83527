import Basics
import Canvas

/// The conversation with a terminal about its background: dark or light. Pure: tell it what came, send what it says.
///
/// Two questions go out after the first frame: for the colour of the background (OSC 11), and for whether dark or light
/// is wanted (`CSI ? 996 n`). The colour counts more, as it is what text stands on. Who changes the one or the other
/// lets a terminal report it (mode 2031), and is asked for the colour again.
struct BackgroundQuery {
    private enum Phase: Equatable {
        case new
        /// Until this time of the monotonic clock.
        case waiting(until: Double)
        case over
    }

    private let mayAsk: Bool
    private var phase = Phase.new
    /// Whether the terminal tells its colour.
    private var tellsColor = false
    /// Until when a report of what is wanted answers our question.
    private var awaitsScheme: Double?

    /// - Parameter mayAsk: whether anybody wants to know, and the terminal follows xterm's conventions.
    init(mayAsk: Bool) { self.mayAsk = mayAsk }

    /// A bell ends it: some terminals answer with the end they were given, and cut the other one short.
    static let colorQuestion = "\u{1B}]11;?\u{07}"
    private static let schemeQuestion = "\u{1B}[?996n"

    /// What to send after the first frame: nothing but once. Everything answers to `other`'s question for attributes, so
    /// what is not there by then never comes; without one it is asked here.
    mutating func begin(before other: String, at time: Double) -> String {
        guard mayAsk, phase == .new else { return other }
        phase = .waiting(until: time + GraphicsProbe.timeout)
        awaitsScheme = time + GraphicsProbe.timeout
        let end = GraphicsProbe.attributesQuestion
        return Self.colorQuestion + Self.schemeQuestion + other + (other.hasSuffix(end) ? "" : end)
    }

    /// What an answer tells of the background.
    mutating func handle(_ reply: TerminalReply) -> InputEvent.Scheme? {
        switch reply {
        case .background(let scheme) where mayAsk:
            tellsColor = true
            return scheme
        case .attributes:
            if phase != .new { phase = .over }
            return nil
        default: return nil
        }
    }

    /// The terminal says which of the two is wanted. Gives what that tells of the background, and what to send next.
    mutating func handle(
        _ wanted: InputEvent.Scheme, at time: Double
    ) -> (news: InputEvent.Scheme?, question: String) {
        defer { awaitsScheme = nil }
        guard tellsColor else { return (wanted, "") }
        let isAnswer = awaitsScheme.map { time < $0 } ?? false
        return (nil, isAnswer ? "" : Self.colorQuestion)
    }

    /// Seconds that an answer is still awaited, which nobody else must get; nil when none is.
    func delay(at time: Double) -> Double? {
        if case .waiting(let until) = phase, until > time { until - time } else { nil }
    }
}
