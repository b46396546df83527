/// Marking of text that is already painted.
extension Painter {
    /// The scalars of a row's cells, by column of ``visible``: nil for clusters of several scalars, for pictures and
    /// for the right halves of wide glyphs.
    package func scalars(inRow row: Int) -> [Unicode.Scalar?] {
        guard visible.rows.contains(row) else { return [] }
        let line = storage.cells + (origin.row + row) * storage.size.columns
        return clip.columns.map { column in
            let cell = line[column]
            return cell.isContinuation || cell.isCluster ? nil : Unicode.Scalar(cell.glyph)
        }
    }

    /// Adds attributes to cells of a row that are already painted.
    ///
    /// - Parameter columns: Columns of ``visible``, from 0 at its left edge.
    package func add(_ attributes: Attributes, to columns: Range<Int>, row: Int) {
        guard visible.rows.contains(row) else { return }
        let line = storage.cells + (origin.row + row) * storage.size.columns
        for column in columns.clamped(to: 0..<clip.size.columns) {
            line[clip.minColumn + column].style.attributes.formUnion(attributes)
        }
    }
}
