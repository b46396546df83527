package import CCurses
package import Canvas

/// Paints surfaces into a curses window of a host program. For a terminal of our own, use ``CursesTerminal``.
package struct WindowPainter {
    private var writer: CellWriter

    /// The colours of curses; `.none` if its colours have not been started.
    package static var colors: ColorSupport {
        has_colors() ? ColorSupport(colors: Int(ccurses_colors())) : .none
    }

    /// - Parameter firstPair: The first colour pair that may be changed. Lower pairs belong to the host.
    package init(firstPair: Int) {
        writer = CellWriter(
            pairs: ColorPairs(
                support: Self.colors, limit: Int(ccurses_pairs()), first: firstPair, table: .ofProcess))
    }

    /// Writes an area of a surface to the same place in the window. It becomes visible with the host's refresh.
    package mutating func paint(_ surface: Surface, area: Rect, on window: UnsafeMutablePointer<WINDOW>) {
        let area = area.intersection(Rect(origin: .zero, size: surface.size))
        let runs = (area.minRow..<max(area.minRow, area.maxRow)).map {
            SurfaceDiff.Run(row: $0, columns: area.minColumn..<area.maxColumn)
        }
        guard !area.isEmpty, !writer.write(runs, of: surface, to: window) else { return }
        // Out of pairs: allocate them again for the current content.
        writer.forgetPairs()
        _ = writer.write(runs, of: surface, to: window)
    }
}
