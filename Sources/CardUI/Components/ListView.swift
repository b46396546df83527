internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// A list with explicit items.
struct ListView: ComponentView {
    let list: Card.ListBlock

    func add(to builder: inout CardLayoutBuilder) {
        guard list.style != .comma else {
            let line = list.items.map(\.text).joined(separator: ", ")
            return builder.add(Markdown.inline(line, links: &builder.links), scope: list.appearance.scope)
        }
        add(list.items, level: 0, indent: 0, to: &builder)
    }

    private func add(_ items: [Card.ListBlock.Item], level: Int, indent: Int, to builder: inout CardLayoutBuilder) {
        let isOrdered = list.style == .ordered
        let icons = isOrdered ? [] : items.map { builder.icon($0.icon, beside: list.appearance.scope) }
        // Texts are aligned even if only some items have an icon.
        let width = isOrdered ? String(items.count).utf8.count + 1 : icons.reduce(1) { max($0, $1?.width ?? 1) }
        for (index, item) in items.enumerated() {
            let marker =
                isOrdered
                ? InlineIcon(ListMarker.number(index + 1, width: width))
                : icons[index] ?? InlineIcon(Glyph.bullet(level: level))
            let text = Markdown.inline(item.text, links: &builder.links)
            let paragraph = Markdown.Block(indent: indent, marker: marker, hang: width + 1, text: text)
            ParagraphView(paragraph: paragraph, scope: list.appearance.scope).add(to: &builder)
            add(item.items, level: level + 1, indent: indent + width + 1, to: &builder)
        }
    }
}
