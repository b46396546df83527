internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

/// A list whose items the author gave one by one.
struct ListView: ComponentView {
    let list: ListBlock

    func add(to builder: inout CardLayoutBuilder) {
        guard list.style != .comma else {
            let line = list.items.map(\.text).joined(separator: ", ")
            builder.layout.rows += MarkdownLite.inline(line)
                .rows(width: builder.width, column: 0, scope: list.appearance.scope)
            return
        }
        add(list.items, level: 0, to: &builder)
    }

    private func add(_ items: [ListBlock.Item], level: Int, to builder: inout CardLayoutBuilder) {
        for (index, item) in items.enumerated() {
            let marker: SafeText =
                switch list.style {
                case .ordered: "\(index + 1)."
                case .unordered, .comma:
                    Glyph.icon(item.icon?.name) ?? (level == 0 ? Glyph.bullet : Glyph.innerBullet)
                }
            let paragraph = MarkdownLite.Block(level: level, marker: marker, text: MarkdownLite.inline(item.text))
            ParagraphView(paragraph: paragraph, scope: list.appearance.scope).add(to: &builder)
            add(item.items, level: level + 1, to: &builder)
        }
    }
}
