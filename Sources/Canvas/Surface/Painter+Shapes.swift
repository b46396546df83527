extension Painter {
    /// Fills a rectangle with a scalar of one column; wider scalars become spaces.
    package func fill(_ rect: Rect, _ scalar: Unicode.Scalar = " ", style: Style) {
        let area = rect.offset(columns: origin.column, rows: origin.row).intersection(clip)
        guard !area.isEmpty else { return }
        let cell = Cell(glyph: narrow(scalar), style: style, width: 1)
        for row in area.rows {
            prepareEdges(row: row, from: area.minColumn, to: area.maxColumn)
            let start = storage.cells + row * storage.size.columns + area.minColumn
            start.update(repeating: cell, count: area.size.columns)
        }
    }

    /// Fills the painter's clip with blanks.
    package func clear(style: Style) {
        fill(visible, style: style)
    }

    /// Changes the style of all cells in the clip and keeps their text. Exclude pictures, because their cells are not
    /// text.
    package func restyle(_ style: Style) {
        for row in clip.rows {
            let line = storage.cells + row * storage.size.columns
            for column in clip.columns { line[column].style = style }
        }
    }

    package func horizontalLine(at point: Point, columns: Int, _ scalar: Unicode.Scalar = "─", style: Style) {
        fill(Rect(origin: point, size: Size(columns: columns, rows: 1)), scalar, style: style)
    }

    package func verticalLine(at point: Point, rows: Int, _ scalar: Unicode.Scalar = "│", style: Style) {
        fill(Rect(origin: point, size: Size(columns: 1, rows: rows)), scalar, style: style)
    }

    /// Draws a frame on the outermost cells of `rect`; nothing if it has less than two columns or rows.
    package func border(_ rect: Rect, _ border: Border, style: Style) {
        guard let glyphs = border.glyphs, rect.size.columns >= 2, rect.size.rows >= 2 else { return }
        let right = rect.maxColumn - 1
        let bottom = rect.maxRow - 1
        let across = rect.size.columns - 2
        let down = rect.size.rows - 2
        for row in [rect.minRow, bottom] {
            let start = Point(column: rect.minColumn + 1, row: row)
            horizontalLine(at: start, columns: across, glyphs.horizontal, style: style)
        }
        for column in [rect.minColumn, right] {
            verticalLine(
                at: Point(column: column, row: rect.minRow + 1), rows: down, glyphs.vertical, style: style)
        }
        write(glyphs.topLeft, at: rect.origin, style: style)
        write(glyphs.topRight, at: Point(column: right, row: rect.minRow), style: style)
        write(glyphs.bottomLeft, at: Point(column: rect.minColumn, row: bottom), style: style)
        write(glyphs.bottomRight, at: Point(column: right, row: bottom), style: style)
    }

    /// Writes a scalar of one column, for lines, scroll bars and markers; wider scalars become a space.
    package func write(_ scalar: Unicode.Scalar, at point: Point, style: Style) {
        let row = origin.row + point.row
        guard row >= clip.minRow, row < clip.maxRow else { return }
        put(narrow(scalar), width: 1, column: origin.column + point.column, row: row, style: style)
    }

    /// The scalar if it fits in one cell, otherwise a space; controls never do.
    private func narrow(_ scalar: Unicode.Scalar) -> UInt32 {
        let value = scalar.value
        guard value >= 0x20, !(0x7F...0x9F).contains(value) else { return 0x20 }
        // ASCII, and the lines and blocks that frames consist of: one column each, and always clean.
        guard value > 0x7E, !(0x2500...0x259F).contains(value) else { return value }
        return WidthTable.width(of: value) == 1
            && SafeText(String(Character(scalar))).string.unicodeScalars.first == scalar
            ? value : 0x20
    }
}
