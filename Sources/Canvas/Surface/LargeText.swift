/// Text at twice its size: two rows high, each letter twice as wide. Terminals with kitty's text sizing protocol (OSC
/// 66) paint it over its cells. The cells hold the letters spaced apart in the first row, which are shown wherever a
/// part of the text is hidden.
package struct LargeText: Equatable, Sendable {
    /// One line, as wide as half of ``area``.
    package let text: SafeText
    package let style: Style
    /// The area in cells of the surface. Clipped large text is not recorded.
    package let area: Rect
    /// The cells shown in the grid, row by row.
    let cells: [Cell]
}

extension Painter {
    /// Writes the first line of `text` at twice its size.
    ///
    /// - Parameters:
    ///   - point: The position of the first letter, in the upper of the two rows.
    ///   - limit: The maximum number of columns to use; the rest is cut.
    /// - Returns: The columns used, clipped ones included.
    @discardableResult
    package func writeLarge(_ text: SafeText, at point: Point, style: Style, limit: Int = .max) -> Int {
        let text = TextLayout.truncate(text, width: max(0, limit / 2))
        let columns = 2 * TextLayout.width(of: text)
        guard columns > 0 else { return 0 }
        let area = Rect(origin: point, size: Size(columns: columns, rows: 2))
        fill(area, " ", style: style)
        var string = text.string
        string.withUTF8 { bytes in
            var scanner = ClusterScanner(text.string, bytes: bytes)
            var column = point.column
            while let cluster = scanner.next() {
                let letter = SafeText(String(decoding: bytes[cluster.bytes], as: UTF8.self))
                write(letter, at: Point(column: column, row: point.row), style: style)
                column += 2 * cluster.width
            }
        }
        let place = area.offset(columns: origin.column, rows: origin.row)
        if place.intersection(clip) == place {
            storage.place(LargeText(text: text, style: style, area: place, cells: storage.cells(in: place)))
        }
        return columns
    }
}

extension Surface {
    /// The large texts written since the surface was cleared, in order; later drawing may have covered them.
    package var largeTexts: [LargeText] { storage.largeTexts }

    /// Whether all of a large text is visible: not drawn over since.
    package func isWhole(_ text: LargeText) -> Bool { storage.cells(in: text.area) == text.cells }
}

extension SurfaceStorage {
    /// A copy of the cells in a rectangle within the surface, row by row.
    fileprivate func cells(in area: Rect) -> [Cell] {
        area.rows.flatMap { row in area.columns.map { self.cells[row * size.columns + $0] } }
    }
}
