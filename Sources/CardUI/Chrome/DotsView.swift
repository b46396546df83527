internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// The position of the selected card in a horizontal container: one dot per card, or "3 / 20" if there are many.
struct DotsView {
    let model: ContainerModel
    let context: DrawContext

    /// The most dots to draw; more are hard to count.
    private static let most = 12

    /// Draws into one row. Returns the card position of each dot, and its clickable columns in the painter's
    /// coordinates.
    func draw(_ painter: Painter) -> [(position: Int, columns: Range<Int>)] {
        let total = model.window.totalCount
        guard total > 1, let index = model.selectedIndex, let offset = model.window.offset else { return [] }
        let position = offset + index
        guard total <= Self.most, 2 * total < painter.size.columns else {
            let text: SafeText = "\(position + 1) / \(total)"
            let column = (painter.size.columns - TextLayout.width(of: text)) / 2
            painter.write(text, at: Point(column: max(0, column), row: 0), style: context.theme[.headerCount])
            return []
        }
        var dots: [(position: Int, columns: Range<Int>)] = []
        var column = (painter.size.columns - (2 * total - 1)) / 2
        for dot in 0..<total {
            let isHere = dot == position
            painter.write(
                isHere ? "●" : "○", at: Point(column: column, row: 0),
                style: context.theme[isHere ? .header : .headerCount])
            // The blank after a dot belongs to its click area, because one column is hard to hit.
            dots.append((dot, column..<column + (dot == total - 1 ? 1 : 2)))
            column += 2
        }
        return dots
    }
}
