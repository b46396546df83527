import CCurses
import Canvas

/// Paints sixel pictures over the cells that stand in for them.
///
/// Neither the terminal nor ncurses knows which cells a sixel covers: text written over it takes away that part, and
/// ncurses thinks cells unchanged that the picture hides. So this keeps account. A picture is painted when it is new,
/// moved, or ncurses may have written over it; the rows of one that is gone are written anew.
struct SixelLayer {
    /// What can be seen as pixels now.
    private(set) var shown: [PicturePlacement] = []

    /// ncurses goes to a near place in a row by writing what stands between; farther it never pays.
    private static let nearColumns = 12

    var isEmpty: Bool { shown.isEmpty }

    /// What a frame takes.
    struct Plan {
        /// Where pictures were that are no more: to be blanked before ncurses writes.
        var erased: [Rect] = []
        /// Rows that ncurses has to write whole.
        var rewritten: [Range<Int>] = []
        /// Pictures to paint after the cells.
        var painted: [PicturePlacement] = []

        var isEmpty: Bool { erased.isEmpty && rewritten.isEmpty && painted.isEmpty }
    }

    /// - Parameters:
    ///   - runs: what ncurses has been given for this frame.
    ///   - isCleared: whether the terminal is cleared before.
    mutating func plan(
        for surface: borrowing Surface, runs: [SurfaceDiff.Run], within size: Size, isCleared: Bool
    ) -> Plan {
        let placements = surface.placements
        if placements.isEmpty, shown.isEmpty { return Plan() }
        let wanted = Self.visible(surface, within: size)
        var plan = Plan()
        if isCleared {
            plan.erased = Self.areas(of: shown, within: size)
            plan.painted = wanted
        } else {
            let gone = shown.filter { !wanted.contains($0) }
            plan.erased = Self.areas(of: gone, within: size)
            plan.rewritten = gone.map(\.area.rows)
            for placement in wanted {
                let rows = placement.area.rows
                let isTouched =
                    !shown.contains(placement) || plan.rewritten.contains { $0.overlaps(rows) }
                    || Self.isTouched(placement.area, by: runs, of: surface)
                if isTouched { plan.painted.append(placement) }
            }
            if !shown.isEmpty { plan.rewritten += Self.scrollable(runs, past: wanted, but: plan.painted) }
        }
        shown = wanted
        return plan
    }

    /// ncurses has the terminal scroll a part of the screen where it finds lines again in other rows, and pictures would go
    /// along. It finds none that it has to write whole: so these are the rows that change, but for those of pictures
    /// that stay, whose cells can be in no other row.
    private static func scrollable(
        _ runs: [SurfaceDiff.Run], past wanted: [PicturePlacement], but painted: [PicturePlacement]
    ) -> [Range<Int>] {
        let kept = wanted.filter { !painted.contains($0) }.map(\.area.rows)
        var rows: [Range<Int>] = []
        for run in runs where rows.last?.contains(run.row) != true && !kept.contains(where: { $0.contains(run.row) }) {
            rows.append(run.row..<run.row + 1)
        }
        return rows
    }

    /// Whether other pictures are to be seen than now.
    func differs(from surface: borrowing Surface, within size: Size) -> Bool {
        (!shown.isEmpty || !surface.placements.isEmpty) && Self.visible(surface, within: size) != shown
    }

    /// Nothing is shown any more.
    mutating func forget() { shown.removeAll() }

    /// Paints pictures; the cursor and its look are as before. Nothing where the terminal cannot restore them.
    static func bytes(for placements: [PicturePlacement]) -> [UInt8] {
        var bytes: [UInt8] = []
        for placement in placements {
            guard case .sixel(let sixel, _) = placement.picture.content else { continue }
            bytes += blanks(placement.area)
            bytes += captured {
                ccurses_capture_move(Int32(placement.area.minRow), Int32(placement.area.minColumn), $0, $1)
            }
            bytes += sixel
        }
        return keepingCursor(bytes)
    }

    /// What a screen of this size has of them: it may have become smaller since.
    private static func areas(of placements: [PicturePlacement], within size: Size) -> [Rect] {
        placements.map { $0.area.intersection(Rect(origin: .zero, size: size)) }.filter { !$0.isEmpty }
    }

    /// Takes pictures away.
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

    private static func visible(_ surface: borrowing Surface, within size: Size) -> [PicturePlacement] {
        var visible: [PicturePlacement] = []
        for placement in surface.placements where canShow(placement, within: size) && surface.isWhole(placement) {
            visible.append(placement)
        }
        return visible
    }

    /// A picture in the last row would make the terminal scroll: its cells stay.
    private static func canShow(_ placement: PicturePlacement, within size: Size) -> Bool {
        guard case .sixel = placement.picture.content else { return false }
        return placement.area.maxRow < size.rows && placement.area.maxColumn <= size.columns
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
