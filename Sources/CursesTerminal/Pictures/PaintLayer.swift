import CCurses
import Canvas

/// Paints sixel pictures and large text, which ncurses does not support, over the cells that stand in for them.
///
/// Neither the terminal nor ncurses tracks which cells a sixel covers: text written over it removes that part, while
/// ncurses considers cells below the picture unchanged. Large text has the same problem. This type tracks them: a
/// painting is repainted when it is new, moved, or may have been overwritten; rows of a removed painting are rewritten.
struct PaintLayer {
    /// A picture or text that is painted over cells.
    enum Painting: Equatable {
        case picture(PicturePlacement)
        case text(LargeText)

        var area: Rect {
            switch self {
            case .picture(let placement): placement.area
            case .text(let text): text.area
            }
        }
    }

    /// The visible paintings.
    private(set) var shown: [Painting] = []

    /// ncurses moves the cursor a short distance within a row by rewriting the cells between; it never does so for
    /// longer distances.
    private static let nearColumns = 12

    var isEmpty: Bool { shown.isEmpty }

    /// The steps for a frame.
    struct Plan {
        /// Areas of removed paintings, blanked before ncurses writes.
        var erased: [Rect] = []
        /// Rows that ncurses must rewrite completely.
        var rewritten: [Range<Int>] = []
        /// Paintings to paint after the cells.
        var painted: [Painting] = []

        var isEmpty: Bool { erased.isEmpty && rewritten.isEmpty && painted.isEmpty }
    }

    /// - Parameters:
    ///   - runs: The changes that ncurses gets for this frame.
    ///   - isCleared: Whether the terminal is cleared first.
    mutating func plan(
        for surface: borrowing Surface, runs: [SurfaceDiff.Run], within size: Size, isCleared: Bool
    ) -> Plan {
        if surface.placements.isEmpty, surface.largeTexts.isEmpty, shown.isEmpty { return Plan() }
        let wanted = Self.visible(surface, within: size)
        var plan = Plan()
        if isCleared {
            plan.erased = Self.areas(of: shown, within: size)
            plan.painted = wanted
        } else {
            let gone = shown.filter { !wanted.contains($0) }
            plan.erased = Self.areas(of: gone, within: size)
            plan.rewritten = gone.map(\.area.rows)
            for painting in wanted {
                let rows = painting.area.rows
                let isTouched =
                    !shown.contains(painting) || plan.rewritten.contains { $0.overlaps(rows) }
                    || Self.isTouched(painting.area, by: runs, of: surface)
                if isTouched { plan.painted.append(painting) }
            }
            if !shown.isEmpty { plan.rewritten += Self.scrollable(runs, past: wanted, but: plan.painted) }
        }
        shown = wanted
        return plan
    }

    /// ncurses scrolls a part of the screen if it finds lines again in other rows, which would move paintings. It does
    /// not do so for rows that it must rewrite completely, so all changed rows are marked, except those of unchanged
    /// paintings, whose cells occur in no other row.
    private static func scrollable(
        _ runs: [SurfaceDiff.Run], past wanted: [Painting], but painted: [Painting]
    ) -> [Range<Int>] {
        let kept = wanted.filter { !painted.contains($0) }.map(\.area.rows)
        var rows: [Range<Int>] = []
        for run in runs where rows.last?.contains(run.row) != true && !kept.contains(where: { $0.contains(run.row) }) {
            rows.append(run.row..<run.row + 1)
        }
        return rows
    }

    /// Whether the paintings of the frame differ from the visible ones.
    func differs(from surface: borrowing Surface, within size: Size) -> Bool {
        (!shown.isEmpty || !surface.placements.isEmpty || !surface.largeTexts.isEmpty)
            && Self.visible(surface, within: size) != shown
    }

    /// Assumes that nothing is visible.
    mutating func forget() { shown.removeAll() }

    /// Paints and restores the cursor. Empty if the terminal cannot restore it.
    ///
    /// - Parameter look: The sequence that changes the style; nil resets it.
    static func bytes(for paintings: [Painting], look: (Style?) -> [UInt8]) -> [UInt8] {
        let plain = look(nil)
        var bytes: [UInt8] = []
        for painting in paintings {
            bytes += blanks(painting.area)
            bytes += captured {
                ccurses_capture_move(Int32(painting.area.minRow), Int32(painting.area.minColumn), $0, $1)
            }
            switch painting {
            case .picture(let placement):
                if case .sixel(let sixel, _) = placement.picture.content { bytes += sixel }
            case .text(let text):
                bytes += look(text.style)
                // "s" is the scale (kitty's text sizing protocol); safe text cannot end the sequence.
                bytes += Array("\u{1B}]66;s=2;\(text.text.string)\u{1B}\\".utf8)
                bytes += look(nil)
            }
        }
        return plain + keepingCursor(bytes)
    }

    /// The areas of paintings inside a screen that may have become smaller.
    private static func areas(of paintings: [Painting], within size: Size) -> [Rect] {
        paintings.map { $0.area.intersection(Rect(origin: .zero, size: size)) }.filter { !$0.isEmpty }
    }

    /// Erases paintings.
    static func erasure(of areas: [Rect]) -> [UInt8] { keepingCursor(areas.flatMap { blanks($0) }) }

    private static func keepingCursor(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        let save = captured { ccurses_capture_save($0, $1) }
        let restore = captured { ccurses_capture_restore($0, $1) }
        return save.isEmpty || restore.isEmpty ? [] : save + bytes + restore
    }

    /// Blanks the cells, which would otherwise show through a picture or beside it. ncurses does not know about the
    /// blanks, and rewrites the cells when the picture is removed.
    ///
    /// Uses spaces: xterm's erase sequences, which ncurses uses, only hide a sixel, and it reappears when scrolling.
    private static func blanks(_ area: Rect) -> [UInt8] {
        var bytes = Array("\u{1B}[m".utf8)
        for row in area.rows {
            bytes += captured { ccurses_capture_move(Int32(row), Int32(area.minColumn), $0, $1) }
            bytes += Array(repeating: 0x20, count: area.size.columns)
        }
        return bytes
    }

    private static func visible(_ surface: borrowing Surface, within size: Size) -> [Painting] {
        var visible: [Painting] = []
        for placement in surface.placements where canShow(placement, within: size) && surface.isWhole(placement) {
            visible.append(.picture(placement))
        }
        for text in surface.largeTexts where fits(text.area, size) && surface.isWhole(text) {
            visible.append(.text(text))
        }
        return visible
    }

    private static func canShow(_ placement: PicturePlacement, within size: Size) -> Bool {
        guard case .sixel = placement.picture.content else { return false }
        return fits(placement.area, size)
    }

    /// Painting in the last row would scroll the terminal, so the cells stay visible there.
    private static func fits(_ area: Rect, _ size: Size) -> Bool {
        area.maxRow < size.rows && area.maxColumn <= size.columns
    }

    /// Whether ncurses may have overwritten a part of an area whose cells did not change: while moving the cursor to a
    /// nearby change, or by erasing the rest of a row.
    private static func isTouched(_ area: Rect, by runs: [SurfaceDiff.Run], of surface: borrowing Surface) -> Bool {
        for run in runs where area.rows.contains(run.row) && run.columns.upperBound > area.minColumn {
            if run.columns.lowerBound < area.maxColumn + nearColumns { return true }
            let isBlankBehind = surface.withRow(run.row) { cells in
                cells.dropFirst(area.maxColumn).allSatisfy { $0.glyph == 0x20 }
            }
            if isBlankBehind { return true }
        }
        return false
    }
}
