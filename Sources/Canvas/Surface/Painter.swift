/// A clipped, offset view of a surface; the only way to draw on one.
///
/// Coordinates are relative to the painter: (0, 0) is its top left corner. Drawing outside its rectangle is cut off, so
/// scrolled content can be drawn without checks. A painter is a value and can be passed on, clipped and discarded
/// freely.
package struct Painter {
    let storage: SurfaceStorage
    /// The position of this painter's (0, 0) on the surface.
    let origin: Point
    /// The area that may be painted, in surface coordinates; always inside the surface.
    let clip: Rect
    /// The size of the rectangle given to this painter; parts of the rectangle may be clipped.
    package let size: Size

    init(storage: SurfaceStorage) {
        self.storage = storage
        origin = .zero
        size = storage.size
        clip = Rect(origin: .zero, size: storage.size)
    }

    private init(storage: SurfaceStorage, origin: Point, clip: Rect, size: Size) {
        self.storage = storage
        self.origin = origin
        self.clip = clip
        self.size = size
    }

    package var bounds: Rect { Rect(origin: .zero, size: size) }

    /// The part of `bounds` inside the clip; nothing outside it needs to be drawn.
    package var visible: Rect { clip.offset(columns: -origin.column, rows: -origin.row) }

    /// A painter for `rect`, with its own (0, 0) in the rectangle's corner.
    package func clipped(to rect: Rect) -> Painter {
        let moved = rect.offset(columns: origin.column, rows: origin.row)
        return Painter(storage: storage, origin: moved.origin, clip: clip.intersection(moved), size: rect.size)
    }

    /// The same clip with its content moved up and left, so that row `rows` of the content appears at the top.
    /// `contentSize` becomes the painter's size.
    package func scrolled(columns: Int = 0, rows: Int = 0, contentSize: Size? = nil) -> Painter {
        Painter(
            storage: storage, origin: Point(column: origin.column - columns, row: origin.row - rows), clip: clip,
            size: contentSize ?? size)
    }

    /// Writes the first line of `text`, cut at the clip; a wide glyph cut by an edge becomes a space.
    ///
    /// - Parameter limit: The maximum number of columns to use; nothing beyond is painted.
    /// - Returns: The columns that the text takes, clipped ones included: the position to continue at.
    @discardableResult
    package func write(_ text: SafeText, at point: Point, style: Style, limit: Int = .max) -> Int {
        text.isPlain
            ? writePlain(text, at: point, style: style, limit: limit)
            : writeClusters(text, at: point, style: style, limit: limit)
    }

    /// Sets the link of cells that are already painted. Both halves of a wide glyph get it.
    package func link(_ rect: Rect, to link: Hyperlink) {
        let area = rect.offset(columns: origin.column, rows: origin.row).intersection(clip)
        guard !area.isEmpty else { return }
        let number = storage.intern(link)
        for row in area.rows {
            let line = storage.cells + row * storage.size.columns
            for column in area.columns { line[column].link = number }
            if let first = area.columns.first, first > 0, line[first].width == 0 { line[first - 1].link = number }
            if area.maxColumn < storage.size.columns, line[area.maxColumn].width == 0 {
                line[area.maxColumn].link = number
            }
        }
    }

    /// One byte is one cell: no decoding, no tables, no allocation.
    private func writePlain(_ text: SafeText, at point: Point, style: Style, limit: Int) -> Int {
        var string = text.string
        return string.withUTF8 { bytes in
            putPlain(
                UnsafeBufferPointer(rebasing: bytes.prefix(max(0, limit))), column: origin.column + point.column,
                row: origin.row + point.row, style: style)
        }
    }

    /// Writes printable ASCII at surface coordinates, clipped. Returns its number of columns, including clipped ones.
    private func putPlain(_ bytes: UnsafeBufferPointer<UInt8>, column: Int, row: Int, style: Style) -> Int {
        let first = max(column, clip.minColumn)
        let end = min(column + bytes.count, clip.maxColumn)
        guard first < end, row >= clip.minRow, row < clip.maxRow, var source = bytes.baseAddress else {
            return bytes.count
        }
        prepareEdges(row: row, from: first, to: end)
        let line = storage.cells + row * storage.size.columns
        var cell = Cell(glyph: 0x20, style: style, width: 1)
        source += first - column
        for target in first..<end {
            cell.glyph = UInt32(source.pointee)
            line[target] = cell
            source += 1
        }
        return bytes.count
    }

    private func writeClusters(_ text: SafeText, at point: Point, style: Style, limit: Int) -> Int {
        let row = origin.row + point.row
        let isVisible = row >= clip.minRow && row < clip.maxRow
        var used = 0
        var string = text.string
        string.withUTF8 { bytes in
            var scanner = ClusterScanner(text.string, bytes: bytes)
            while true {
                let plain = scanner.nextPlain()
                let room = max(0, limit - used)
                let run = UnsafeBufferPointer(rebasing: bytes[plain.prefix(room)])
                used += putPlain(run, column: origin.column + point.column + used, row: row, style: style)
                guard plain.count <= room, let cluster = scanner.next(), !cluster.isLineBreak,
                    used + cluster.width <= limit
                else { return }
                // A lone mark has no column; painting it would change its neighbour.
                if cluster.width == 0 { continue }
                let column = origin.column + point.column + used
                used += cluster.width
                guard isVisible, column + cluster.width > clip.minColumn else { continue }
                if column >= clip.maxColumn { continue }
                let glyph =
                    cluster.isSingleScalar
                    ? cluster.first
                    : storage.intern(String(decoding: bytes[cluster.bytes], as: UTF8.self))
                put(glyph, width: cluster.width, column: column, row: row, style: style)
            }
        }
        return used
    }

    /// Puts one glyph at surface coordinates; the row is inside the clip.
    func put(_ glyph: UInt32, width: Int, column: Int, row: Int, style: Style) {
        let first = max(column, clip.minColumn)
        let end = min(column + width, clip.maxColumn)
        guard first < end else { return }
        prepareEdges(row: row, from: first, to: end)
        let line = storage.cells + row * storage.size.columns
        if end - first < width {
            line[first] = Cell(glyph: 0x20, style: style, width: 1)
        } else {
            line[column] = Cell(glyph: glyph, style: style, width: UInt8(width))
            if width == 2 { line[column + 1] = Cell(glyph: 0x20, style: style, width: 0) }
        }
    }

    /// Replaces halves of wide glyphs by spaces where writing columns `first..<end` would cut them.
    func prepareEdges(row: Int, from first: Int, to end: Int) {
        let columns = storage.size.columns
        let line = storage.cells + row * columns
        if line[first].width == 0, first > 0 {
            line[first - 1] = Cell(glyph: 0x20, style: line[first - 1].style, width: 1)
        }
        if end < columns, line[end].width == 0 {
            line[end] = Cell(glyph: 0x20, style: line[end].style, width: 1)
        }
    }
}
