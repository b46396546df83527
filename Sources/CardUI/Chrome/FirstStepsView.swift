internal import AppCore
internal import Canvas
internal import Theming

/// The first steps, in the middle of an otherwise empty screen: an introduction and, below it, the choices, each with
/// its key.
struct FirstStepsView {
    let steps: FirstSteps
    let theme: Theme

    /// The maximum number of columns of a line.
    private static let columns = 60

    /// Draws the introduction and the choices.
    ///
    /// - Returns: The rectangles of the choices in the painter's coordinates, and the position of the first choice.
    func draw(_ painter: Painter) -> (choices: [Rect], first: Point) {
        let width = max(1, min(painter.size.columns - 2, Self.columns))
        // If there is not enough room, the choices have precedence, then the first lines.
        let choices = Array(steps.choices.prefix(painter.size.rows))
        let room = painter.size.rows - choices.count
        let lines = steps.lines.flatMap { TextLayout.wrap(SafeText($0, limit: 400), width: width).map(\.text) }
            .prefix(room)
        let gap = room > lines.count ? 1 : 0
        var row = (room - lines.count - gap) / 2
        for (index, line) in lines.enumerated() {
            let column = max(0, (painter.size.columns - TextLayout.width(of: line)) / 2)
            let style = theme[index == 0 ? .text : .containerEmpty]
            painter.write(line, at: Point(column: column, row: row), style: style)
            row += 1
        }
        return drawChoices(choices, painter, from: row + gap, width: width)
    }

    /// Draws the choices below each other, with their keys in one column.
    private func drawChoices(
        _ choices: [FirstSteps.Choice], _ painter: Painter, from row: Int, width: Int
    ) -> (choices: [Rect], first: Point) {
        let texts = choices.enumerated().map { index, choice in
            (key: SafeText("\(index + 1)"), text: TextLayout.truncate(SafeText(choice.text), width: max(1, width - 3)))
        }
        let columns = min(painter.size.columns, 3 + (texts.map { TextLayout.width(of: $0.text) }.max() ?? 0))
        let column = max(0, (painter.size.columns - columns) / 2)
        var places: [Rect] = []
        for (index, choice) in texts.enumerated() {
            painter.write(choice.key, at: Point(column: column, row: row + index), style: theme[.hintKey])
            painter.write(choice.text, at: Point(column: column + 3, row: row + index), style: theme[.text])
            places.append(Rect(column: column, row: row + index, columns: columns, rows: 1))
        }
        return (places, places.first?.origin ?? .zero)
    }
}
