internal import AppCore
internal import Canvas
internal import Theming

/// The progress of sending files: the current file, the part that is sent, and a button to cancel.
struct UploadView {
    let overlay: UploadOverlay
    let strings: CustomStrings
    let context: DrawContext

    private static let columns = 46

    func draw(_ painter: Painter, hits: inout [HitRegion]) -> Point? {
        let theme = context.theme
        let sheet = SheetView(in: painter.bounds, columns: Self.columns, rows: 5)
        sheet.draw(painter, title: SafeText(strings[.processingStateMessage], limit: 200), theme: theme, hits: &hits)
        let area = painter.clipped(to: sheet.content)
        let width = area.size.columns
        let items = overlay.upload.files
        let file = items.indices.contains(overlay.file) ? items[overlay.file].file.name : ""
        let name = SafeText(Strings.Sending.file(overlay.file + 1, of: items.count, file), limit: 300)
        area.write(TextLayout.truncate(name, width: width), at: .zero, style: theme[.text])
        drawBar(area, row: 1, width: width)
        let progress = Strings.Sending.progress(
            percent: overlay.percent, sent: min(overlay.sent, overlay.total), total: overlay.total)
        area.write(SafeText(progress), at: Point(column: 0, row: 2), style: theme[.textDim])

        let label: SafeText = " \(Glyph.pointer)\(SafeText(strings[.processingStateCancelButtonTitle], limit: 200))  "
        let row = min(4, area.size.rows - 1)
        let used = area.write(label, at: Point(column: 0, row: row), style: theme[.buttonPrimaryFocused])
        let key: SafeText = " \(context.keys.cancelSending)"
        area.write(key, at: Point(column: used, row: row), style: theme[.hintKey])
        let rect = Rect(
            column: sheet.content.minColumn, row: sheet.content.minRow + row, columns: used, rows: 1)
        hits.append(HitRegion(rect: rect, target: .menuItem(0)))
        return rect.origin
    }

    /// Draws the progress bar. Filled and empty parts have different glyphs, not only different colours.
    private func drawBar(_ area: Painter, row: Int, width: Int) {
        let filled = overlay.total > 0 ? min(width, overlay.sent * width / overlay.total) : 0
        let theme = context.theme
        let full = SafeText(String(repeating: "━", count: filled))
        area.write(full, at: Point(column: 0, row: row), style: theme[.inputBorderFocused])
        let rest = SafeText(String(repeating: "┄", count: width - filled))
        area.write(rest, at: Point(column: filled, row: row), style: theme[.textDim])
    }
}
