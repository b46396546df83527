import CCurses
import Canvas

/// Brings the pictures and large texts of frames to the terminal, beside the cells that ncurses writes.
struct PictureOutput {
    private var layer = PaintLayer()
    private var plan = PaintLayer.Plan()
    private let speaksXterm: Bool

    init(speaksXterm: Bool) {
        self.speaksXterm = speaksXterm
    }

    /// Whether ncurses must leave cells where they are: moving them within a row would move or tear pictures unseen.
    var pinsCells: Bool { !layer.isEmpty || !plan.isEmpty }

    /// Whether a frame shows other pictures than the one before, which its cells need not tell.
    func differs(from surface: borrowing Surface, within size: Size) -> Bool {
        layer.differs(from: surface, within: size)
    }

    /// Goes before the cells; tells ncurses which of them to write although they did not change.
    mutating func prepare(
        _ surface: borrowing Surface, runs: [SurfaceDiff.Run], within size: Size, isCleared: Bool,
        window: UnsafeMutablePointer<WINDOW>
    ) -> [UInt8] {
        plan = layer.plan(for: surface, runs: runs, within: size, isCleared: isCleared)
        for rows in plan.rewritten {
            let rows = rows.clamped(to: 0..<size.rows)
            if !rows.isEmpty { wredrawln(window, Int32(rows.lowerBound), Int32(rows.count)) }
        }
        return plan.isEmpty ? [] : synchronized(true) + PaintLayer.erasure(of: plan.erased)
    }

    /// Goes after the cells.
    ///
    /// - Parameter look: The sequence for a style, or for none.
    mutating func finish(look: (Style?) -> [UInt8]) -> [UInt8] {
        defer { plan = PaintLayer.Plan() }
        return plan.isEmpty ? [] : PaintLayer.bytes(for: plan.painted, look: look) + synchronized(false)
    }

    /// Takes everything away, before the terminal is given away.
    mutating func remove() -> [UInt8] {
        defer { layer.forget() }
        return PaintLayer.erasure(of: layer.shown.map(\.area))
    }

    /// Synchronized output (mode 2026): the terminal shows the old screen until the new one is whole. Terminals
    /// without the mode ignore it.
    private func synchronized(_ isOn: Bool) -> [UInt8] {
        speaksXterm ? Array("\u{1B}[?2026\(isOn ? "h" : "l")".utf8) : []
    }
}
