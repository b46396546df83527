internal import AppCore
internal import Canvas
internal import Theming

/// A toast: one row if its text fits, else at most three, the last one truncated with an ellipsis.
struct ToastView {
    private static let maxRows = 3

    private let glyph: SafeText
    private let lines: [SafeText]
    private let style: Style

    /// - Parameter size: The size of the whole screen; on a screen with few rows, a toast gets fewer rows.
    init(_ toast: Toast, columns: Int, on size: Size, theme: Theme) {
        glyph =
            switch toast.kind {
            case .success: Glyph.success
            case .information: Glyph.bullet
            case .failure: Glyph.failure
            }
        style = theme[toast.kind == .failure ? .toastFailure : .toast]
        let room = max(0, columns - 6)
        let limit = max(1, min(Self.maxRows, size.rows / 4))
        // Wraps one more line than there is room for, to find out whether the last line needs an ellipsis.
        let wrapped = TextLayout.wrap(SafeText(toast.text, limit: 600), width: room, limit: limit + 1)
        var lines = wrapped.prefix(limit).map(\.text)
        if wrapped.count > limit {
            lines[limit - 1] = TextLayout.truncate("\(lines[limit - 1]) \(wrapped[limit].text)", width: room)
        }
        self.lines = lines
    }

    /// A toast for an operation in progress, in one row. Its text and symbol are not animated.
    init(progress: String, columns: Int, theme: Theme) {
        glyph = Glyph.waiting
        style = theme[.toast]
        lines = [TextLayout.truncate(SafeText(progress, limit: 600), width: max(0, columns - 6))]
    }

    var rows: Int { lines.count }

    /// Draws into as many rows as ``rows``.
    func draw(_ painter: Painter) {
        let width = lines.map(TextLayout.width(of:)).max() ?? 0
        // A toast over cards takes whole rows: the remainder of a card beside it would only look broken.
        let area = rows > 1 ? painter.bounds : Rect(column: 1, row: 0, columns: width + 4, rows: 1)
        painter.fill(area, style: style)
        painter.write(glyph, at: Point(column: 2, row: 0), style: style)
        for (row, line) in lines.enumerated() {
            painter.write(line, at: Point(column: 4, row: row), style: style)
        }
    }
}
