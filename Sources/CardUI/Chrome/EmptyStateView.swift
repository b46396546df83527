internal import AppCore
internal import Canvas
internal import Theming

/// A message in the middle of an otherwise empty screen: no cards yet, all done, loading, or a failed first load.
struct EmptyStateView {
    private struct Line {
        let text: SafeText
        let style: Style
    }

    private var lines: [Line] = []
    private var pressable: Int?
    private let columns: Int

    /// - Parameter columns: The columns available.
    init(columns: Int) { self.columns = max(1, min(columns - 2, 60)) }

    mutating func add(_ text: SafeText, style: Style) {
        for line in TextLayout.wrap(text, width: columns) { lines.append(Line(text: line.text, style: style)) }
    }

    mutating func addGap() { lines.append(Line(text: .empty, style: .default)) }

    /// Adds a line that can be clicked.
    mutating func addButton(_ text: SafeText, style: Style) {
        pressable = lines.count
        lines.append(Line(text: TextLayout.truncate(text, width: columns), style: style))
    }

    /// Draws into the middle. Returns the button's rectangle and the start of the first line, in the painter's
    /// coordinates.
    func draw(_ painter: Painter) -> (button: Rect?, first: Point) {
        let rows = painter.size.rows
        // If there is not enough room, the button has precedence, then the first lines.
        var shown = Array(lines.enumerated())
        if shown.count > rows { shown.removeAll { $0.element.text.isEmpty } }
        while shown.count > rows, let least = shown.lastIndex(where: { $0.offset != pressable }) {
            shown.remove(at: least)
        }
        var row = max(0, (rows - shown.count) / 2)
        var button: Rect?
        var first: Point?
        for (offset, line) in shown {
            let width = TextLayout.width(of: line.text)
            let point = Point(column: max(0, (painter.size.columns - width) / 2), row: row)
            painter.write(line.text, at: point, style: line.style)
            if first == nil { first = point }
            if offset == pressable {
                button = Rect(origin: point, size: Size(columns: width, rows: 1))
            }
            row += 1
        }
        return (button, first ?? .zero)
    }
}
