import CCurses
import Canvas

/// Sends the pictures and large texts of frames to the terminal, in addition to the cells that ncurses writes.
struct PictureOutput {
    private var layer = PaintLayer()
    private var plan = PaintLayer.Plan()
    /// Whether the terminal has synchronized output: it shows the old screen until the new one is complete.
    var isSynchronized = false

    /// Whether ncurses must not move cells within a row, which would move or tear pictures.
    var pinsCells: Bool { !layer.isEmpty || !plan.isEmpty }

    /// Whether a frame shows different pictures than the previous one, even if its cells are the same.
    func differs(from surface: borrowing Surface, within size: Size) -> Bool {
        layer.differs(from: surface, within: size)
    }

    /// The output before the cells; tells ncurses which unchanged cells to rewrite.
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

    /// The output after the cells.
    ///
    /// - Parameter look: The sequence that sets a style or resets it.
    mutating func finish(look: (Style?) -> [UInt8]) -> [UInt8] {
        defer { plan = PaintLayer.Plan() }
        return plan.isEmpty ? [] : PaintLayer.bytes(for: plan.painted, look: look) + synchronized(false)
    }

    /// Removes all pictures, before the terminal is released.
    mutating func remove() -> [UInt8] {
        defer { layer.forget() }
        return PaintLayer.erasure(of: layer.shown.map(\.area))
    }

    private func synchronized(_ isOn: Bool) -> [UInt8] {
        let mode = TerminalMode.synchronizedOutput
        return isSynchronized ? Array((isOn ? mode.set : mode.reset).utf8) : []
    }
}
