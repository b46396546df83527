internal import Canvas
internal import Cards

/// Marks the words that cards are filtered by, where they stand in the cards or in the rows of a list: underlined and bold, so
/// that they show in any colours. Works on what is already painted, so that layouts do not depend on the filter.
struct SearchMarksView {
    let marks: SearchMarks

    /// - Parameter painter: Clipped to the cards.
    func draw(_ painter: Painter) {
        for row in painter.visible.rows {
            for columns in marks.positions(in: painter.scalars(inRow: row)) {
                painter.add([.bold, .underline], to: columns, row: row)
            }
        }
    }
}
