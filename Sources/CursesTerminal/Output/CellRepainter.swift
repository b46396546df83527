import CCurses
import Canvas

/// Repaints cells that ncurses cannot show: those with hyperlinks (OSC 8), and emoji of several scalars in terminals
/// that treat them as one character (mode 2027).
///
/// ncurses cannot store links and would drop the sequence, and it receives only the base character of such an emoji.
/// After each frame, cells that need or needed repainting are painted again with the same style and width. Thus
/// ncurses' model of the screen stays valid, and the cursor is restored.
///
/// A changed row is repainted completely, because ncurses may have rewritten unchanged cells to move the cursor, which
/// undoes the repainting. It must not insert or delete characters, which would move such cells; the caller ensures that.
struct CellRepainter {
    /// Whether links are sent to the terminal.
    let hasLinks: Bool
    /// Whether the terminal treats a grapheme cluster as one character.
    var hasClusters = false
    /// The columns of repainted cells on the screen, by row.
    private var repainted: [Int: [Range<Int>]] = [:]

    init(hasLinks: Bool) { self.hasLinks = hasLinks }

    /// Whether no cell on the screen is repainted.
    var isEmpty: Bool { repainted.isEmpty }

    /// Whether cells of a surface may have to be repainted.
    func concerns(_ surface: borrowing Surface) -> Bool {
        (hasLinks && surface.hasLinks) || (hasClusters && surface.hasClusters)
    }

    /// - Parameters:
    ///   - runs: The changes of this frame.
    ///   - look: The sequence that changes the style; nil resets it to plain text.
    /// - Returns: The sequences; empty if no such cell is affected.
    mutating func bytes(
        for runs: [SurfaceDiff.Run], of surface: borrowing Surface, within size: Size, look: (Style?) -> [UInt8]
    ) -> [UInt8] {
        let isConcerned = concerns(surface)
        guard isConcerned || !isEmpty else { return [] }
        var body: [UInt8] = []
        var last = -1
        for run in runs where run.row != last && run.row < size.rows {
            last = run.row
            let new = isConcerned ? columns(run.row, of: surface, limit: size.columns) : []
            let old = repainted[run.row] ?? []
            repainted[run.row] = new.isEmpty ? nil : new
            if new.isEmpty, old.isEmpty { continue }
            for range in Self.union(old, new) {
                body += repaint(range, row: run.row, of: surface, columns: size.columns, look: look)
            }
        }
        guard !body.isEmpty else { return [] }
        let save = captured { ccurses_capture_save($0, $1) }
        let restore = captured { ccurses_capture_restore($0, $1) }
        // Without save and restore the cursor position would be lost, so nothing is repainted.
        guard !save.isEmpty, !restore.isEmpty else { return look(nil) }
        // Restoring the cursor also restores the saved style; ncurses assumes plain.
        return look(nil) + save + body + look(nil) + restore
    }

    private func columns(_ row: Int, of surface: borrowing Surface, limit: Int) -> [Range<Int>] {
        surface.withRow(row) { cells in
            var ranges: [Range<Int>] = []
            for column in 0..<min(limit, cells.count) {
                let cell = cells[column]
                let isLink = hasLinks && cell.link != 0
                guard isLink || isEmoji(cell, surface.text(of: cell)) else { continue }
                let next = column + max(1, Int(cell.width))
                if let end = ranges.last?.upperBound, end >= column {
                    ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<max(end, next)
                } else {
                    ranges.append(column..<next)
                }
            }
            return ranges
        }
    }

    /// Whether a cell is an emoji of several scalars, for which all terminals with mode 2027 agree on the width of two
    /// columns. Clusters of other scripts are left to ncurses.
    private func isEmoji(_ cell: Cell, _ text: @autoclosure () -> String) -> Bool {
        guard hasClusters, cell.width == 2, cell.isCluster, !cell.isPlaceholder else { return false }
        let text = text()
        guard let first = text.unicodeScalars.first, text.utf8.count <= Self.longestEmoji else { return false }
        // A flag consists of two regional indicators.
        if (0x1F1E6...0x1F1FF).contains(first.value) { return text.unicodeScalars.count == 2 }
        let isPictograph = (0x203C...0x3299).contains(first.value) || (0x1F000...0x1FAFF).contains(first.value)
        let isKeycap = text.unicodeScalars.last?.value == 0x20E3
        return (isPictograph || isKeycap)
            && text.unicodeScalars.dropFirst().allSatisfy { scalar in
                switch scalar.value {
                case 0x200D, 0x20E3, 0xFE0F, 0x203C...0x3299, 0x1F000...0x1FAFF, 0xE0020...0xE007F: true
                default: false
                }
            }
    }

    /// The maximum length in bytes of UTF-8; a family of four with skin tones has 41.
    private static let longestEmoji = 64

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

    private func repaint(
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
        for column in first..<end where !cells[column].isContinuation {
            let cell = cells[column]
            if hasLinks, cell.link != link {
                link = cell.link
                bytes += Self.sequence(link, to: surface.link(of: cell))
            }
            if cell.style != style {
                style = cell.style
                bytes += look(style)
            }
            let text = surface.text(of: cell)
            if isEmoji(cell, text) {
                bytes += Array(text.utf8)
                // Moves the cursor explicitly, because its position after the emoji depends on the terminal.
                bytes += captured { ccurses_capture_move(Int32(row), Int32(min(column + 2, columns - 1)), $0, $1) }
                continue
            }
            for piece in CursesGlyph.pieces(of: text, width: Int(cell.width)) {
                for scalar in piece.text where scalar != 0 {
                    if let scalar = Unicode.Scalar(UInt32(bitPattern: scalar)) { bytes += Array(String(scalar).utf8) }
                }
            }
        }
        if link != 0 { bytes += Self.sequence(0, to: nil) }
        return bytes
    }

    /// Starts a link, or ends the previous one. Cells with the same number form one link, also across rows.
    private static func sequence(_ number: UInt8, to link: Hyperlink?) -> [UInt8] {
        guard let link else { return Array("\u{1B}]8;;\u{1B}\\".utf8) }
        return Array("\u{1B}]8;id=cardstream-\(number);\(link.address)\u{1B}\\".utf8)
    }
}

/// Calls a function of ``CCurses`` that writes into a buffer, and returns the bytes.
func captured(_ body: (UnsafeMutablePointer<CChar>, Int) -> Int) -> [UInt8] {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        guard let start = buffer.baseAddress else { return [] }
        let count = body(start, buffer.count)
        return buffer.prefix(count).map { UInt8(bitPattern: $0) }
    }
}
