/// A grid of cells: the content of the screen. Redrawn for each frame and compared with the previous one.
///
/// Every cell holds a glyph, and a wide glyph always has both halves; painters maintain this. Not sendable: a surface
/// belongs to the drawing thread.
package struct Surface {
    private(set) var storage: SurfaceStorage

    /// A surface of blanks in the default style.
    package init(size: Size) {
        storage = SurfaceStorage(size: size)
    }

    package var size: Size { storage.size }
    package var bounds: Rect { Rect(origin: .zero, size: size) }

    /// Fills everything with blanks and forgets the clusters of the last frame.
    package mutating func clear(style: Style = .default) {
        makeUnique()
        storage.clear(style: style)
    }

    /// A painter for the whole surface. Do not copy the surface while one of its painters is in use: the copy would
    /// show later painting.
    package mutating func painter() -> Painter {
        makeUnique()
        return Painter(storage: storage)
    }

    /// The cell at a position, or nil outside.
    package func cell(at point: Point) -> Cell? {
        bounds.contains(point) ? storage.cells[point.row * size.columns + point.column] : nil
    }

    /// What is shown at a position: a cluster, a space, or "" for the right half of a wide glyph and outside.
    package func text(at point: Point) -> String {
        guard let cell = cell(at: point) else { return "" }
        return text(of: cell)
    }

    /// The text of one of this surface's own cells.
    package func text(of cell: Cell) -> String {
        if cell.isContinuation { return "" }
        if let cluster = storage.cluster(cell.glyph) { return cluster }
        return Unicode.Scalar(cell.glyph).map { String(Character($0)) } ?? "\u{FFFD}"
    }

    /// Whether any cell may have a link.
    package var hasLinks: Bool { !storage.links.isEmpty }

    /// Whether any cell may be a cluster of several scalars.
    package var hasClusters: Bool { !storage.clusters.isEmpty }

    /// The link of one of this surface's own cells.
    package func link(of cell: Cell) -> Hyperlink? { storage.link(cell.link) }

    /// One row as text, a wide glyph once.
    package func text(row: Int) -> String {
        var text = ""
        for column in 0..<size.columns { text += self.text(at: Point(column: column, row: row)) }
        return text
    }

    /// Calls `body` with the cells of one row. For backends; nothing is allocated.
    package func withRow<Result>(_ row: Int, _ body: (UnsafeBufferPointer<Cell>) -> Result) -> Result {
        precondition((0..<size.rows).contains(row), "row \(row) of \(size.rows)")
        let storage = storage
        return withExtendedLifetime(storage) {
            body(UnsafeBufferPointer(start: storage.cells + row * size.columns, count: size.columns))
        }
    }

    /// A part of the surface as a surface of its own. Wide glyphs cut in half are dropped.
    package func cropped(to area: Rect) -> Surface {
        let area = area.intersection(bounds)
        var part = Surface(size: area.size)
        let painter = part.painter()
        for row in 0..<area.size.rows {
            for column in 0..<area.size.columns {
                let source = Point(column: area.minColumn + column, row: area.minRow + row)
                guard let cell = cell(at: source), !cell.isContinuation else { continue }
                let glyph = painter.storage.glyph(of: cell, from: self)
                painter.put(glyph, width: Int(cell.width), column: column, row: row, style: cell.style)
            }
        }
        let origin = area.origin
        for placement in placements {
            let visible = placement.visible.intersection(area)
            if visible.isEmpty { continue }
            painter.storage.place(
                PicturePlacement(
                    picture: placement.picture,
                    area: placement.area.offset(columns: -origin.column, rows: -origin.row),
                    visible: visible.offset(columns: -origin.column, rows: -origin.row)))
        }
        return part
    }

    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = SurfaceStorage(copying: storage) }
    }
}

extension Surface: Equatable {
    /// Whether both look the same.
    package static func == (left: Surface, right: Surface) -> Bool {
        left.storage === right.storage || (left.size == right.size && SurfaceDiff(from: left, to: right).isEmpty)
    }
}
