internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

/// A paragraph, or a list item whose further lines stand under its text.
struct ParagraphView: ComponentView {
    let paragraph: MarkdownLite.Block
    let scope: StyleScope

    func add(to builder: inout CardLayoutBuilder) {
        let width = builder.width
        guard let marker = paragraph.marker else {
            builder.layout.rows += paragraph.text.rows(width: width, column: 0, scope: scope)
            return
        }
        // Deep nesting must leave room for the text.
        let start = min(paragraph.level * 2, max(0, width / 3))
        let column = start + max(1, TextLayout.width(of: marker)) + 1
        var rows = paragraph.text.rows(width: width - column, column: column, scope: scope)
        rows[0].add(marker, at: start, scope: .cardBullet)
        builder.layout.rows += rows
    }
}
