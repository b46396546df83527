/// A rectangle of cells, half open: `maxColumn` and `maxRow` are the first ones outside.
package struct Rect: Hashable, Sendable {
    package var origin: Point
    package var size: Size

    package static let zero = Rect(origin: .zero, size: .zero)

    package init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.init(origin: Point(column: column, row: row), size: Size(columns: columns, rows: rows))
    }

    package var minColumn: Int { origin.column }
    package var minRow: Int { origin.row }
    package var maxColumn: Int { origin.column + size.columns }
    package var maxRow: Int { origin.row + size.rows }
    package var columns: Range<Int> { minColumn..<maxColumn }
    package var rows: Range<Int> { minRow..<maxRow }
    package var isEmpty: Bool { size.isEmpty }

    package func contains(_ point: Point) -> Bool {
        columns.contains(point.column) && rows.contains(point.row)
    }

    /// The common part, or an empty rectangle.
    package func intersection(_ other: Rect) -> Rect {
        let column = max(minColumn, other.minColumn)
        let row = max(minRow, other.minRow)
        return Rect(
            column: column, row: row, columns: min(maxColumn, other.maxColumn) - column,
            rows: min(maxRow, other.maxRow) - row)
    }

    /// The smallest rectangle around both; an empty one does not count.
    package func union(_ other: Rect) -> Rect {
        if isEmpty || other.isEmpty { return isEmpty ? other : self }
        let origin = Point(column: min(minColumn, other.minColumn), row: min(minRow, other.minRow))
        return Rect(
            origin: origin,
            size: Size(
                columns: max(maxColumn, other.maxColumn) - origin.column, rows: max(maxRow, other.maxRow) - origin.row))
    }

    /// The same rectangle moved by whole cells.
    package func offset(columns: Int = 0, rows: Int = 0) -> Rect {
        Rect(origin: Point(column: origin.column + columns, row: origin.row + rows), size: size)
    }

    /// The rectangle reduced by a margin on every side; empty when the margins meet.
    package func inset(columns: Int, rows: Int) -> Rect {
        Rect(
            column: minColumn + columns, row: minRow + rows, columns: size.columns - 2 * columns,
            rows: size.rows - 2 * rows)
    }

    /// A rectangle of `size` in the middle, cut to this one when it does not fit.
    package func centered(_ size: Size) -> Rect {
        let fitting = Size(columns: min(size.columns, self.size.columns), rows: min(size.rows, self.size.rows))
        return Rect(
            origin: Point(
                column: minColumn + (self.size.columns - fitting.columns) / 2,
                row: minRow + (self.size.rows - fitting.rows) / 2), size: fitting)
    }
}
