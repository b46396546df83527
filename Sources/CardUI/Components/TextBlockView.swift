internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// Paragraphs of Markdown. If there is an icon, all of them are indented to its right.
struct TextBlockView: ComponentView {
    let block: Card.TextBlock

    func add(to builder: inout CardLayoutBuilder) {
        let icon = builder.icon(block.icon, beside: block.appearance.scope)
        let first = builder.layout.rows.count
        let paragraphs = Markdown.blocks(of: block.text, links: &builder.links)
        if paragraphs.last?.kind == .table { builder.endsApart() }
        for var paragraph in paragraphs {
            if let icon { paragraph.indent += icon.width + 1 }
            ParagraphView(paragraph: paragraph, scope: block.appearance.scope).add(to: &builder)
        }
        guard let icon, first < builder.layout.rows.count else { return }
        builder.layout.rows[first].add(icon, at: 0, scope: block.appearance.scope)
    }
}

extension Card.TextAppearance {
    /// The scope of text with this appearance.
    var scope: StyleScope {
        switch self {
        case .primary: .text
        case .secondary: .textSecondary
        case .tertiary: .textTertiary
        }
    }
}
