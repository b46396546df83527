import Basics
import CCurses
import Canvas
import Glibc

/// The exchange with a terminal about pictures: what to send when, how long to wait, and the result.
struct GraphicsQuery {
    private let choice: PictureChoice
    private let colors: ColorSupport
    /// Whether the terminal follows xterm's conventions.
    private let mayAsk: Bool
    private var probe: GraphicsProbe
    private var phase = Phase.new
    /// The cell size from the terminal's reply. The size from the tty takes precedence, because it follows font
    /// changes.
    private var toldCell: Size?
    private var lineCell: Size?
    /// The cell size from the terminal's last report of its size, which is the newest there is.
    private var reportedCell: Size?
    /// The last reported support; initially none.
    private var reported: PictureSupport? = PictureSupport.none

    private enum Phase: Equatable {
        case new
        /// Waiting until this time of the monotonic clock.
        case waiting(until: Double)
        case over
    }

    /// - Parameter mayAsk: Whether the terminal follows xterm's conventions; others are not asked.
    init(_ choice: PictureChoice, colors: ColorSupport, mayAsk: Bool) {
        self.choice = choice
        self.colors = colors
        self.mayAsk = mayAsk
        probe = GraphicsProbe(colors: colors)
        if choice == .off || !mayAsk { phase = .over }
        if choice == .ask, !mayAsk { probe.giveUp() }
    }

    /// The questions after the first frame; empty on later calls.
    mutating func begin(at time: Double) -> String {
        guard phase == .new else { return "" }
        guard case .only = choice else {
            phase = .waiting(until: time + GraphicsProbe.timeout)
            return GraphicsProbe.question
        }
        // The user's configuration decides; only the cell size is missing.
        phase = .over
        return lineCell == nil ? GraphicsProbe.cellQuestion : ""
    }

    /// Handles a reply and returns what to send next.
    mutating func handle(_ reply: TerminalReply, at time: Double, askTmux: () -> TmuxClient?) -> String {
        if case .cellPixels(let size) = reply, Self.isPlausible(size) { toldCell = size }
        if case .size(let cells, let pixels) = reply { measure(cells, pixels) }
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

    /// Updates the cell size from the tty, which may have changed with the window. Returns what to send.
    mutating func measure(descriptor: Int32) -> String {
        var width: Int32 = 0
        var height: Int32 = 0
        let isTold = ccurses_cell_pixels(descriptor, &width, &height)
        let size = Size(columns: Int(width), rows: Int(height))
        lineCell = isTold && Self.isPlausible(size) ? size : nil
        return lineCell == nil && reportedCell == nil && toldCell != nil ? GraphicsProbe.cellQuestion : ""
    }

    /// Updates the cell size from a report of the size.
    private mutating func measure(_ cells: Size, _ pixels: Size) {
        guard cells.columns > 0, cells.rows > 0 else { return }
        let size = Size(columns: pixels.columns / cells.columns, rows: pixels.rows / cells.rows)
        reportedCell = Self.isPlausible(size) ? size : nil
    }

    /// Discards the reported cell size, for use when size reports end.
    mutating func forgetReport() { reportedCell = nil }

    /// Whether a reply is expected, which must not reach another program.
    var isWaiting: Bool { if case .waiting = phase { true } else { false } }

    /// Seconds until ``supportChange(at:)`` may return a value without any input; nil if it only depends on input.
    func delay(at time: Double) -> Double? {
        switch phase {
        case .new: nil
        case .waiting(let until): max(0, until - time)
        case .over: support == reported ? nil : 0
        }
    }

    /// The graphics support if it has changed.
    mutating func supportChange(at time: Double) -> PictureSupport? {
        if case .waiting(let until) = phase, until <= time {
            probe.giveUp()
            phase = .over
        }
        guard phase == .over, let support, support != reported else { return nil }
        reported = support
        return support
    }

    /// The reason for reports.
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
        if let cell = reportedCell ?? lineCell ?? toldCell { support.cellPixels = cell }
        return support
    }

    /// The configured protocol if the terminal can show it: symbols need colours, and kitty's placeholders a palette. A
    /// terminal that does not follow xterm's conventions would print the sequences.
    private func allowed(_ method: GraphicsProtocol) -> GraphicsProtocol? {
        let symbols: GraphicsProtocol? = colors == .none ? nil : .symbols
        return switch method {
        case .symbols: symbols
        case .sixel: mayAsk ? .sixel : symbols
        case .kitty: mayAsk && (colors == .palette || colors == .direct) ? .kitty : symbols
        }
    }

    /// Some ttys report nonsense, such as the size of the screen.
    private static func isPlausible(_ size: Size) -> Bool {
        (2...200).contains(size.columns) && (2...400).contains(size.rows)
    }
}
