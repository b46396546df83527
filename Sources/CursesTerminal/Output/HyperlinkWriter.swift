import CCurses
import Canvas

/// Adds hyperlinks (OSC 8) to cells that ncurses has painted.
///
/// ncurses cannot store links and would drop the sequence. After each frame, cells that have or had a link are painted
/// again with the same glyph and style between link sequences. ncurses' model of the screen stays valid, and the cursor
/// is restored.
///
/// A changed row is repainted completely, because ncurses may have rewritten unchanged cells to move the cursor, which
/// removes their links. It must not insert or delete characters, which would move links; the caller ensures that.
struct HyperlinkWriter {
    /// By row: the columns of cells with links on the screen.
    private var linked: [Int: [Range<Int>]] = [:]

    /// Whether there are no links on the screen.
    var isEmpty: Bool { linked.isEmpty }

    /// - Parameters:
    ///   - runs: The changes of this frame.
    ///   - look: The sequence that changes the style; nil resets it to plain text.
    /// - Returns: Empty if no link is affected.
    mutating func bytes(
        for runs: [SurfaceDiff.Run], of surface: borrowing Surface, within size: Size, look: (Style?) -> [UInt8]
    ) -> [UInt8] {
        var body: [UInt8] = []
        var last = -1
        for run in runs where run.row != last && run.row < size.rows {
            last = run.row
            let new = surface.hasLinks ? Self.linkedColumns(run.row, of: surface, columns: size.columns) : []
            let old = linked[run.row] ?? []
            linked[run.row] = new.isEmpty ? nil : new
            if new.isEmpty, old.isEmpty { continue }
            for range in Self.union(old, new) {
                body += Self.repaint(range, row: run.row, of: surface, columns: size.columns, look: look)
            }
        }
        guard !body.isEmpty else { return [] }
        let save = captured { ccurses_capture_save($0, $1) }
        let restore = captured { ccurses_capture_restore($0, $1) }
        // Without save and restore the cursor position would be lost, so links are omitted.
        guard !save.isEmpty, !restore.isEmpty else { return look(nil) }
        // Restoring the cursor also restores the saved style; ncurses assumes plain.
        return look(nil) + save + body + look(nil) + restore
    }

    private static func linkedColumns(_ row: Int, of surface: borrowing Surface, columns: Int) -> [Range<Int>] {
        surface.withRow(row) { cells in
            var ranges: [Range<Int>] = []
            for column in 0..<min(columns, cells.count) where cells[column].link != 0 {
                if let end = ranges.last?.upperBound, end == column {
                    ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<column + 1
                } else {
                    ranges.append(column..<column + 1)
                }
            }
            return ranges
        }
    }

    private static func union(_ left: [Range<Int>], _ right: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for range in (left + right).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }

    private static func repaint(
        _ range: Range<Int>, row: Int, of surface: borrowing Surface, columns: Int, look: (Style?) -> [UInt8]
    ) -> [UInt8] {
        var cells: [Cell] = []
        surface.withRow(row) { cells = Array($0.prefix(columns)) }
        var first = min(range.lowerBound, cells.count)
        var end = min(range.upperBound, cells.count)
        guard first < end else { return [] }
        // Never starts in the middle of a wide glyph.
        if cells[first].isContinuation, first > 0 { first -= 1 }
        if end < cells.count, cells[end].isContinuation { end += 1 }
        var bytes = captured { ccurses_capture_move(Int32(row), Int32(first), $0, $1) }
        guard !bytes.isEmpty else { return [] }
        var style: Style?
        var link: UInt8 = 0
        for cell in cells[first..<end] where !cell.isContinuation {
            if cell.link != link {
                link = cell.link
                bytes += sequence(link, to: surface.link(of: cell))
            }
            if cell.style != style {
                style = cell.style
                bytes += look(style)
            }
            for piece in CursesGlyph.pieces(of: surface.text(of: cell), width: Int(cell.width)) {
                for scalar in piece.text where scalar != 0 {
                    if let scalar = Unicode.Scalar(UInt32(bitPattern: scalar)) { bytes += Array(String(scalar).utf8) }
                }
            }
        }
        if link != 0 { bytes += sequence(0, to: nil) }
        return bytes
    }

    /// Starts a link, or ends the previous one. Cells with the same number form one link, also across rows.
    private static func sequence(_ number: UInt8, to link: Hyperlink?) -> [UInt8] {
        guard let link else { return Array("\u{1B}]8;;\u{1B}\\".utf8) }
        return Array("\u{1B}]8;id=cardstream-\(number);\(link.address)\u{1B}\\".utf8)
    }
}

/// The bytes that a function of ``CCurses`` writes into a buffer.
func captured(_ body: (UnsafeMutablePointer<CChar>, Int) -> Int) -> [UInt8] {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        guard let start = buffer.baseAddress else { return [] }
        let count = body(start, buffer.count)
        return buffer.prefix(count).map { UInt8(bitPattern: $0) }
    }
}
