internal import AppCore
internal import Canvas
internal import Theming

/// A framed sheet in the middle of the screen, over its content: for help, menus, prompts and messages.
struct SheetView {
    /// The sheet's area on screen, including its frame.
    let frame: Rect
    /// The area for content, on screen.
    let content: Rect

    /// - Parameters:
    ///   - screen: The whole screen.
    ///   - columns: The columns wanted for content, without frame and padding.
    ///   - rows: The rows wanted for content.
    init(in screen: Rect, columns: Int, rows: Int) {
        // A frame is drawn only if it leaves room for content.
        let hasFrame = screen.size.columns >= 16 && screen.size.rows >= 5
        let side = hasFrame ? 3 : 1
        let edge = hasFrame ? 1 : 0
        frame = screen.centered(Size(columns: columns + 2 * side, rows: rows + 2 * edge))
        content = frame.inset(columns: frame.size.columns > 2 * side ? side : 0, rows: edge)
    }

    /// Draws background, frame and title; the caller draws into `content`. Clicks on the sheet do not reach what is
    /// below it.
    func draw(_ painter: Painter, title: SafeText, theme: Theme, hits: inout [HitRegion]) {
        hits.append(HitRegion(rect: frame, target: .sheet))
        // If the sheet covers a part of the footer, the rest of it is cleared: the remaining parts of hints would be
        // useless.
        let last = painter.size.rows - 1
        if frame.rows.contains(last) {
            painter.clipped(to: Rect(column: 0, row: last, columns: painter.size.columns, rows: 1)).clear(
                style: theme[.base])
        }
        let area = painter.clipped(to: frame)
        area.clear(style: theme[.sheet])
        guard content.minRow > frame.minRow else { return }
        area.border(area.bounds, theme.shape.sheetBorder, style: theme[.sheetBorder])
        let room = frame.size.columns - 6
        guard room > 0 else { return }
        let cut = TextLayout.truncate(title.formed(as: theme.forms[.sheetTitle]), width: room)
        area.write(" \(cut) ", at: Point(column: 2, row: 0), style: theme[.sheetTitle])
    }

    /// Draws text at the right of the lower edge, such as the key that closes the sheet. A click on the text's last
    /// part closes the sheet.
    func drawFoot(_ text: SafeText, _ painter: Painter, theme: Theme, hits: inout [HitRegion]) {
        let width = TextLayout.width(of: text) + 2
        guard content.minRow > frame.minRow, width + 4 <= frame.size.columns else { return }
        let point = Point(column: frame.maxColumn - 2 - width, row: frame.maxRow - 1)
        painter.write(" \(text) ", at: point, style: theme[.hintText])
        let last = text.string.split(separator: " · ").last.map { TextLayout.width(of: SafeText(String($0))) } ?? 0
        let rect = Rect(column: frame.maxColumn - 3 - last, row: point.row, columns: last, rows: 1)
        hits.append(HitRegion(rect: rect, target: .command(.close)))
    }
}
