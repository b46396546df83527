internal import Canvas
internal import Cards

/// Highlights the words of the filter in cards or list rows. They are underlined and bold, so that they are visible
/// with any colours. This works on painted cells, so that layouts do not depend on the filter.
struct SearchMarksView {
    let marks: SearchMarks

    /// - Parameter painter: A painter that is clipped to the cards.
    func draw(_ painter: Painter) {
        for row in painter.visible.rows {
            for columns in marks.positions(in: painter.scalars(inRow: row)) {
                painter.add([.bold, .underline], to: columns, row: row)
            }
        }
    }
}
