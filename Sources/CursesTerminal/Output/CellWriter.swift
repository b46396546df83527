import CCurses
import Canvas

/// Writes runs of cells into an ncurses window, reusing one row of memory.
struct CellWriter {
    private var pairs: ColorPairs
    private var row: [cchar_t] = []
    private var lastStyle = Style.default
    private var lastAttributes = ccurses_attributes(0)
    private var lastPair: Int32 = 0
    /// A cell in the last style. Most following cells only differ in their character.
    private var lastCell = Self.blank
    /// The last glyph beyond ASCII, and whether ncurses can write it unchanged. Cached, because frames repeat their
    /// glyphs.
    private var lastGlyph: (scalar: UInt32, width: Int, isExact: Bool) = (0, 0, false)
    /// The pictures that the terminal stores, with their ids.
    var images: KittyImages?

    init(pairs: ColorPairs) {
        self.pairs = pairs
    }

    /// Returns false if the colour pairs ran out. The written cells then lack colours.
    mutating func write(
        _ runs: [SurfaceDiff.Run], of surface: borrowing Surface, to window: UnsafeMutablePointer<WINDOW>
    ) -> Bool {
        if pairs.wasReset() { forgetLook() }
        var isComplete = true
        let rows = Int(getmaxy(window))
        let columns = Int(getmaxx(window))
        for run in runs where run.row < rows && run.columns.lowerBound < columns {
            row.removeAll(keepingCapacity: true)
            isComplete = collect(run, columns: columns, of: surface) && isComplete
            mvwadd_wchnstr(window, Int32(run.row), Int32(run.columns.lowerBound), row, Int32(row.count))
        }
        return isComplete
    }

    /// The sequence that changes the terminal's style from the previous one; nil for plain text.
    mutating func sequence(for style: Style?) -> [UInt8] {
        guard let style else { return Self.sequence(ccurses_attributes(0), 0) }
        if style != lastStyle { _ = use(style) }
        return Self.sequence(lastAttributes, lastPair)
    }

    private static func sequence(_ attributes: attr_t, _ pair: Int32) -> [UInt8] {
        captured { ccurses_capture_look(attributes, pair, $0, $1) }
    }

    mutating func forgetPairs() {
        pairs.reset()
        forgetLook()
    }

    /// Uses the colours of another screen.
    mutating func usePairs(_ pairs: ColorPairs) {
        self.pairs = pairs
        forgetLook()
    }

    private mutating func forgetLook() {
        lastStyle = .default
        lastAttributes = ccurses_attributes(0)
        lastPair = 0
        lastCell = Self.blank
    }

    private static var blank: cchar_t {
        var cell = cchar_t()
        ccurses_set_character(&cell, 0x20, ccurses_attributes(0), 0)
        return cell
    }

    private mutating func collect(_ run: SurfaceDiff.Run, columns: Int, of surface: borrowing Surface) -> Bool {
        var isComplete = true
        surface.withRow(run.row) { cells in
            for column in run.columns.lowerBound..<min(run.columns.upperBound, columns) {
                var cell = cells[column]
                // A fast path for most cells, without function calls.
                if cell.width == 1, cell.glyph < 0x7F {
                    if !Self.isSame(cell.style, lastStyle) { isComplete = use(cell.style) && isComplete }
                    lastCell.chars.0 = wchar_t(bitPattern: cell.glyph)
                    row.append(lastCell)
                    continue
                }
                if cell.isContinuation { continue }
                if PlaceholderGlyph.mayHaveMarks(cell.glyph), let marks = PlaceholderGlyph.marks(of: cell.glyph) {
                    isComplete = append(placeholder: marks, &cell) && isComplete
                    continue
                }
                if !Self.isSame(cell.style, lastStyle) { isComplete = use(cell.style) && isComplete }
                if !cell.isCluster, column + Int(cell.width) <= columns,
                    isExact(cell.glyph, width: Int(cell.width))
                {
                    lastCell.chars.0 = wchar_t(bitPattern: cell.glyph)
                    row.append(lastCell)
                    continue
                }
                var entry = cchar_t()
                let room = min(Int(cell.width), columns - column)
                for piece in CursesGlyph.pieces(of: surface.text(of: cell), width: room) {
                    ccurses_set_cell(&entry, piece.text, lastAttributes, lastPair)
                    row.append(entry)
                }
            }
        }
        return isComplete
    }

    /// Whether a single scalar can be passed to ncurses unchanged.
    private mutating func isExact(_ scalar: UInt32, width: Int) -> Bool {
        if scalar < 0x7F { return true }
        if lastGlyph.scalar != scalar || lastGlyph.width != width {
            lastGlyph = (scalar, width, CursesGlyph.isExact(scalar, width: width))
        }
        return lastGlyph.isExact
    }

    /// Appends a part of a picture; blank if the terminal does not store the picture.
    private mutating func append(
        placeholder marks: (row: UInt32, column: UInt32), _ cell: inout Cell
    ) -> Bool {
        let look = images?.look(of: PlaceholderGlyph.id(of: cell.style.foreground), colors: pairs.support)
        cell.style.foreground = look?.color ?? .default
        let isComplete = cell.style == lastStyle || use(cell.style)
        var entry = cchar_t()
        if let look {
            let text = [PlaceholderGlyph.character.value, marks.row, marks.column, look.mark, 0]
            ccurses_set_cell(&entry, text.map { wchar_t(bitPattern: $0) }, lastAttributes, lastPair)
        } else {
            ccurses_set_character(&entry, 0x20, lastAttributes, lastPair)
        }
        row.append(entry)
        return isComplete
    }

    private mutating func use(_ style: Style) -> Bool {
        let pair = pairs.pair(style)
        lastStyle = style
        lastAttributes = ccurses_attributes(style.attributes.rawValue)
        lastPair = pair ?? 0
        ccurses_set_character(&lastCell, 0x20, lastAttributes, lastPair)
        return pair != nil
    }

    /// Compares like `==`, which is in another module and would require a call for every cell.
    private static func isSame(_ left: Style, _ right: Style) -> Bool {
        left.foreground.bits == right.foreground.bits && left.background.bits == right.background.bits
            && left.attributes.rawValue == right.attributes.rawValue
    }
}
