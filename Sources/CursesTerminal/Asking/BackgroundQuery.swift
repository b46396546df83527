import Basics
import Canvas

/// Determines whether a terminal's background is dark or light. Pure: pass in replies, send the returned questions.
///
/// Two questions follow the first frame: for the colour of the background (OSC 11), and for the preferred scheme (`CSI
/// ? 996 n`). The colour takes precedence, since text is drawn on it. When the user changes either, the terminal
/// reports it (mode 2031) and is asked for the colour again.
struct BackgroundQuery {
    private enum Phase: Equatable {
        case new
        /// Waiting until this time of the monotonic clock.
        case waiting(until: Double)
        case over
    }

    private let mayAsk: Bool
    private var phase = Phase.new
    /// Whether the terminal reports its colour.
    private var tellsColor = false
    /// The time until which a report of the preferred scheme counts as the answer to our question.
    private var awaitsScheme: Double?

    /// - Parameter mayAsk: Whether the background is needed and the terminal follows xterm's conventions.
    init(mayAsk: Bool) { self.mayAsk = mayAsk }

    /// Terminated by BEL: some terminals answer with the terminator of the question, and truncate the other one.
    static let colorQuestion = "\u{1B}]11;?\u{07}"
    private static let schemeQuestion = "\u{1B}[?996n"

    /// The questions after the first frame; empty on later calls. Every terminal answers `other`'s question for
    /// attributes, so replies that are missing by then never arrive; without that question it is appended here.
    mutating func begin(before other: String, at time: Double) -> String {
        guard mayAsk, phase == .new else { return other }
        phase = .waiting(until: time + GraphicsProbe.timeout)
        awaitsScheme = time + GraphicsProbe.timeout
        let end = GraphicsProbe.attributesQuestion
        return Self.colorQuestion + Self.schemeQuestion + other + (other.hasSuffix(end) ? "" : end)
    }

    /// Handles a reply. Returns the background if the reply determines it.
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

    /// Handles a report of the preferred scheme. Returns the background that follows from it, and what to send next.
    mutating func handle(
        _ wanted: InputEvent.Scheme, at time: Double
    ) -> (change: InputEvent.Scheme?, question: String) {
        defer { awaitsScheme = nil }
        guard tellsColor else { return (wanted, "") }
        let isAnswer = awaitsScheme.map { time < $0 } ?? false
        return (nil, isAnswer ? "" : Self.colorQuestion)
    }

    /// The seconds during which a reply is still expected, which must not reach another program; nil if none is
    /// expected.
    func delay(at time: Double) -> Double? {
        if case .waiting(let until) = phase, until > time { until - time } else { nil }
    }
}
