internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

extension CardLayoutBuilder {
    mutating func addHeadline(_ headline: Headline) {
        let scope: StyleScope =
            switch headline.appearance {
            case .h1: .cardTitle
            case .h2: .textStrong
            case .h3: .textEmphasis
            }
        let text = MarkdownLite.inline(headline.text)
        guard let icon = Glyph.icon(headline.icon?.name) else {
            layout.rows += text.rows(width: width, column: 0, scope: scope)
            return
        }
        var rows = text.rows(width: width - 2, column: 2, scope: scope)
        rows[0].add(icon, at: 0, scope: scope)
        layout.rows += rows
    }

    mutating func addText(_ block: TextBlock) {
        for block in MarkdownLite.blocks(of: block.text).map({ ($0, Self.scope(block.appearance)) }) {
            addBlock(block.0, scope: block.1)
        }
    }

    mutating func addList(_ list: ListBlock) {
        let scope = Self.scope(list.appearance)
        if list.style == .comma {
            let line = list.items.map(\.text).joined(separator: ", ")
            layout.rows += MarkdownLite.inline(line).rows(width: width, column: 0, scope: scope)
        } else {
            addItems(list.items, style: list.style, level: 0, scope: scope)
        }
    }

    private mutating func addItems(_ items: [ListBlock.Item], style: ListBlock.Style, level: Int, scope: StyleScope) {
        for (index, item) in items.enumerated() {
            let marker: SafeText =
                switch style {
                case .ordered: "\(index + 1)."
                case .unordered, .comma:
                    Glyph.icon(item.icon?.name) ?? (level == 0 ? Glyph.bullet : Glyph.innerBullet)
                }
            addBlock(
                MarkdownLite.Block(level: level, marker: marker, text: MarkdownLite.inline(item.text)), scope: scope)
            addItems(item.items, style: style, level: level + 1, scope: scope)
        }
    }

    /// A paragraph, or a list item whose further lines stand under its text.
    private mutating func addBlock(_ block: MarkdownLite.Block, scope: StyleScope) {
        guard let marker = block.marker else {
            layout.rows += block.text.rows(width: width, column: 0, scope: scope)
            return
        }
        // Deep nesting must leave room for the text.
        let start = min(block.level * 2, max(0, width / 3))
        let column = start + max(1, TextLayout.width(of: marker)) + 1
        var rows = block.text.rows(width: width - column, column: column, scope: scope)
        rows[0].add(marker, at: start, scope: .cardBullet)
        layout.rows += rows
    }

    /// Pictures are not drawn: what they show is told in words.
    mutating func addMedia(_ media: Media) {
        let glyph = media.kind == .image ? Glyph.image : Glyph.video
        let words = [media.alternativeText, media.thumbnailAlternativeText, media.label, media.description]
            .compactMap { $0 }.filter { !$0.isEmpty }
        let action = media.kind == .image ? Strings.Card.viewImage : Strings.Card.watchVideo
        let title = words.first ?? media.url
        addMarked(glyph, "\(SafeText(action)): \(SafeText(title, limit: 600))", scope: .cardMedia)
        if let label = media.label, !label.isEmpty, label != title {
            layout.rows += MarkdownLite.inline(label).rows(width: width - 2, column: 2, scope: .text)
        }
        if let description = media.description, !description.isEmpty, description != title {
            layout.rows += MarkdownLite.inline(description).rows(width: width - 2, column: 2, scope: .textDim)
        }
    }

    static func scope(_ appearance: TextAppearance) -> StyleScope {
        switch appearance {
        case .primary: .text
        case .secondary: .textSecondary
        case .tertiary: .textTertiary
        }
    }
}
