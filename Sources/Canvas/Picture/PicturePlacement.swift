/// Where a surface shows a picture.
package struct PicturePlacement: Equatable {
    package let picture: Picture
    /// The whole picture in cells of the surface; parts of it may lie outside of `visible`.
    package let area: Rect
    /// The part inside the clip.
    package let visible: Rect
}

extension Painter {
    /// Draws a picture with its top left corner at `point`, clipped.
    ///
    /// - Parameter background: Replaces the terminal's own background in the picture's cells.
    package func draw(_ picture: Picture, at point: Point, over background: Color = .default) {
        let area = Rect(origin: point, size: picture.size).offset(columns: origin.column, rows: origin.row)
        let visible = area.intersection(clip)
        guard !visible.isEmpty else { return }
        let cells = picture.cells
        let placeholder = Style(foreground: PlaceholderGlyph.color(of: picture.id), background: background)
        for row in visible.rows {
            prepareEdges(row: row, from: visible.minColumn, to: visible.maxColumn)
            let line = storage.cells + row * storage.size.columns
            for column in visible.columns {
                let (x, y) = (column - area.minColumn, row - area.minRow)
                var cell =
                    cells.map { $0[y * picture.size.columns + x] }
                    ?? Cell(glyph: PlaceholderGlyph.glyph(column: x, row: y), style: placeholder, width: 1)
                if cell.style.background == .default { cell.style.background = background }
                line[column] = cell
            }
        }
        storage.place(PicturePlacement(picture: picture, area: area, visible: visible))
    }
}

extension Surface {
    /// The pictures drawn since the surface was cleared, in order; later drawing may have covered them.
    package var placements: [PicturePlacement] { storage.placements }

    /// Whether all of a picture drawn from cells is visible: not clipped, and not drawn over since.
    package func isWhole(_ placement: PicturePlacement) -> Bool {
        guard placement.visible == placement.area, let cells = placement.picture.cells else { return false }
        let columns = placement.area.size.columns
        for (index, row) in placement.area.rows.enumerated() {
            let line = storage.cells + row * size.columns + placement.area.minColumn
            for column in 0..<columns where line[column] != cells[index * columns + column] { return false }
        }
        return true
    }
}
