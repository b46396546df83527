internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

/// Paragraphs of Markdown.
struct TextBlockView: ComponentView {
    let block: TextBlock

    func add(to builder: inout CardLayoutBuilder) {
        for paragraph in Markdown.blocks(of: block.text, links: &builder.links) {
            ParagraphView(paragraph: paragraph, scope: block.appearance.scope).add(to: &builder)
        }
    }
}

extension TextAppearance {
    /// The look of text of this weight.
    var scope: StyleScope {
        switch self {
        case .primary: .text
        case .secondary: .textSecondary
        case .tertiary: .textTertiary
        }
    }
}
