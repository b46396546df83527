import Basics
import CCurses
import Canvas
import Glibc

/// The conversation with a terminal about pictures: when what is sent, how long is waited, what came of it.
struct GraphicsQuery {
    private let choice: PictureChoice
    private let colors: ColorSupport
    /// Whether the terminal follows xterm's conventions.
    private let mayAsk: Bool
    private var probe: GraphicsProbe
    private var phase = Phase.new
    /// As the terminal itself told; the line's own size counts first, as it follows a change of font.
    private var toldCell: Size?
    private var lineCell: Size?
    /// What was last reported; at the start nobody expects pictures.
    private var reported: PictureSupport? = PictureSupport.none

    private enum Phase: Equatable {
        case new
        /// Until this time of the monotonic clock.
        case waiting(until: Double)
        case over
    }

    /// - Parameter mayAsk: whether the terminal follows xterm's conventions; others are asked nothing.
    init(_ choice: PictureChoice, colors: ColorSupport, mayAsk: Bool) {
        self.choice = choice
        self.colors = colors
        self.mayAsk = mayAsk
        probe = GraphicsProbe(colors: colors)
        if choice == .off || !mayAsk { phase = .over }
        if choice == .ask, !mayAsk { probe.giveUp() }
    }

    /// What to send after the first frame: nothing but once.
    mutating func begin(at time: Double) -> String {
        guard phase == .new else { return "" }
        guard case .only = choice else {
            phase = .waiting(until: time + GraphicsProbe.timeout)
            return GraphicsProbe.question
        }
        // Decided by the user; only the cells' size is missing.
        phase = .over
        return lineCell == nil ? GraphicsProbe.cellQuestion : ""
    }

    /// What to send next.
    mutating func handle(_ reply: TerminalReply, at time: Double, askTmux: () -> TmuxClient?) -> String {
        if case .cellPixels(let size) = reply, Self.isPlausible(size) { toldCell = size }
        guard choice == .ask, phase != .new else { return "" }
        var step = probe.handle(reply)
        if step == .askTmux { step = probe.handle(askTmux()) }
        switch step {
        case .wait, .askTmux: return ""
        case .ask(let question):
            phase = .waiting(until: time + GraphicsProbe.timeout)
            return question
        case .decided:
            phase = .over
            return ""
        }
    }

    /// The size of a cell as the line tells, which may have changed with the window. Gives what to send.
    mutating func measure(descriptor: Int32) -> String {
        var width: Int32 = 0
        var height: Int32 = 0
        let isTold = ccurses_cell_pixels(descriptor, &width, &height)
        let size = Size(columns: Int(width), rows: Int(height))
        lineCell = isTold && Self.isPlausible(size) ? size : nil
        return lineCell == nil && toldCell != nil ? GraphicsProbe.cellQuestion : ""
    }

    /// Whether an answer is under way that nobody else must get.
    var isWaiting: Bool { if case .waiting = phase { true } else { false } }

    /// Seconds until `news` has something to tell even if the terminal stays silent; nil when it only follows what comes.
    func delay(at time: Double) -> Double? {
        switch phase {
        case .new: nil
        case .waiting(let until): max(0, until - time)
        case .over: support == reported ? nil : 0
        }
    }

    /// How pictures are shown, when that is new.
    mutating func news(at time: Double) -> PictureSupport? {
        if case .waiting(let until) = phase, until <= time {
            probe.giveUp()
            phase = .over
        }
        guard phase == .over, let support, support != reported else { return nil }
        reported = support
        return support
    }

    /// Why, for a report.
    var reason: SafeText? { probe.verdict?.reason }

    private var support: PictureSupport? {
        let method: GraphicsProtocol?
        switch choice {
        case .off: return PictureSupport.none
        case .only(let only): method = allowed(only)
        case .ask:
            guard let verdict = probe.verdict else { return nil }
            method = verdict.method
        }
        var support = PictureSupport(method: method, hasLargeText: probe.hasLargeText)
        if let cell = lineCell ?? toldCell { support.cellPixels = cell }
        return support
    }

    /// What the user asks for, as far as it can be: symbols need colours, and kitty's cells name their picture by one of
    /// many. A terminal that is no xterm at all would print either sequence.
    private func allowed(_ method: GraphicsProtocol) -> GraphicsProtocol? {
        let symbols: GraphicsProtocol? = colors == .none ? nil : .symbols
        return switch method {
        case .symbols: symbols
        case .sixel: mayAsk ? .sixel : symbols
        case .kitty: mayAsk && (colors == .palette || colors == .direct) ? .kitty : symbols
        }
    }

    /// Some lines tell nonsense, such as the size of the screen.
    private static func isPlausible(_ size: Size) -> Bool {
        (2...200).contains(size.columns) && (2...400).contains(size.rows)
    }
}
