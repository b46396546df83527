internal import Canvas
internal import Theming
internal import ViewModels

/// The row above the footer: a toast while there is one, else what is out of sight below.
struct NoticeView {
    let toast: Toast?
    let newBelow: Int
    let linesBelow: Int
    let context: DrawContext

    /// Draws into one row and returns where the marker of new cards can be clicked.
    func draw(_ painter: Painter) -> Range<Int>? {
        if let toast {
            draw(toast, painter)
            return nil
        }
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

    private func draw(_ toast: Toast, _ painter: Painter) {
        let glyph =
            switch toast.kind {
            case .success: Glyph.success
            case .information: Glyph.bullet
            case .failure: Glyph.failure
            }
        let scope: StyleScope = toast.kind == .failure ? .toastFailure : .toast
        let room = max(0, painter.size.columns - 6)
        let words = TextLayout.truncate(SafeText(toast.text, limit: 600), width: room)
        painter.write(" \(glyph) \(words) ", at: Point(column: 1, row: 0), style: context.theme[scope])
    }
}
