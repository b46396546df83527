internal import AppCore
internal import Canvas
internal import Theming

/// The row above the footer: the number of new cards and lines that are out of sight below.
struct NoticeView {
    let newBelow: Int
    let linesBelow: Int
    let context: DrawContext

    /// Draws into one row. Returns the columns of the new-cards marker, which can be clicked.
    func draw(_ painter: Painter) -> Range<Int>? {
        let theme = context.theme
        var end = painter.size.columns - 1
        var marker: Range<Int>?
        if newBelow > 0 {
            let text: SafeText = "\(Glyph.down) \(SafeText(Strings.Arrivals.new(newBelow)))"
            let width = TextLayout.width(of: text)
            if width < end {
                marker = end - width..<end
                painter.write(text, at: Point(column: end - width, row: 0), style: theme[.headerNew])
                end -= width + 2
            }
        }
        if linesBelow > 0 {
            let text: SafeText = "\(Glyph.down) \(SafeText(Strings.Card.linesBelow(linesBelow)))"
            let width = TextLayout.width(of: text)
            if width < end {
                painter.write(text, at: Point(column: end - width, row: 0), style: theme[.containerMore])
            }
        }
        return marker
    }
}
