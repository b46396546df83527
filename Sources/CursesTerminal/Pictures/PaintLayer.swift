import CCurses
import Canvas

/// Paints what ncurses knows nothing of, sixel pictures and large text, over the cells that stand in for it.
///
/// Neither the terminal nor ncurses knows which cells a sixel covers: text written over it takes away that part, and
/// ncurses thinks cells unchanged that the picture hides. Large text is no better: a cell written over takes away its
/// letter. So this keeps account. A painting is painted when it is new, moved, or ncurses may have written over it; the
/// rows of one that is gone are written anew.
struct PaintLayer {
    /// What is painted over cells.
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

    /// What can be seen now.
    private(set) var shown: [Painting] = []

    /// ncurses goes to a near place in a row by writing what stands between; farther it never pays.
    private static let nearColumns = 12

    var isEmpty: Bool { shown.isEmpty }

    /// What a frame takes.
    struct Plan {
        /// Where paintings were that are no more: to be blanked before ncurses writes.
        var erased: [Rect] = []
        /// Rows that ncurses has to write whole.
        var rewritten: [Range<Int>] = []
        /// To paint after the cells.
        var painted: [Painting] = []

        var isEmpty: Bool { erased.isEmpty && rewritten.isEmpty && painted.isEmpty }
    }

    /// - Parameters:
    ///   - runs: what ncurses has been given for this frame.
    ///   - isCleared: whether the terminal is cleared before.
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

    /// ncurses has the terminal scroll a part of the screen where it finds lines again in other rows, and paintings would go
    /// along. It finds none that it has to write whole: so these are the rows that change, but for those of paintings
    /// that stay, whose cells are in no other row.
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

    /// Whether others are to be seen than now.
    func differs(from surface: borrowing Surface, within size: Size) -> Bool {
        (!shown.isEmpty || !surface.placements.isEmpty || !surface.largeTexts.isEmpty)
            && Self.visible(surface, within: size) != shown
    }

    /// Nothing is shown any more.
    mutating func forget() { shown.removeAll() }

    /// Paints; the cursor is as before. Nothing where the terminal cannot restore it.
    ///
    /// - Parameter look: The sequence that goes from the look before to that of a style; nil for no look at all.
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
                // "s" is how many times its size (kitty's text sizing protocol); safe text has nothing that could end it.
                bytes += Array("\u{1B}]66;s=2;\(text.text.string)\u{1B}\\".utf8)
                bytes += look(nil)
            }
        }
        return plain + keepingCursor(bytes)
    }

    /// What a screen of this size has of them: it may have become smaller since.
    private static func areas(of paintings: [Painting], within size: Size) -> [Rect] {
        paintings.map { $0.area.intersection(Rect(origin: .zero, size: size)) }.filter { !$0.isEmpty }
    }

    /// Takes paintings away.
    static func erasure(of areas: [Rect]) -> [UInt8] { keepingCursor(areas.flatMap { blanks($0) }) }

    private static func keepingCursor(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        let save = captured { ccurses_capture_save($0, $1) }
        let restore = captured { ccurses_capture_restore($0, $1) }
        return save.isEmpty || restore.isEmpty ? [] : save + bytes + restore
    }

    /// Takes the cells away: they would show through a picture, and beside one that does not fill its last cells. ncurses
    /// goes on believing in them; it writes them again when the picture goes.
    ///
    /// By spaces: what xterm clears with the sequences for it, as ncurses does, looks blank, but the sixel is kept below
    /// and comes back with the next scrolling.
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

    /// In the last row painting would make the terminal scroll: the cells stay.
    private static func fits(_ area: Rect, _ size: Size) -> Bool {
        area.maxRow < size.rows && area.maxColumn <= size.columns
    }

    /// Whether ncurses may have written over some of an area whose cells did not change: on its way to a change beside
    /// it, or with the sequence that blanks the rest of a row.
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
