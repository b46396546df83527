internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

/// An image or a video, told in words: what it shows, what the author wrote beside it, and what pressing it does.
struct MediaView: ComponentView {
    let media: Media

    /// Alternative texts come from templates and may be whole paragraphs.
    private static let limit = 600

    func add(to builder: inout CardLayoutBuilder) {
        let element = media.isPressable ? FocusTarget.media(builder.position) : nil
        let first = builder.layout.rows.count
        if let element, !hasActionRow {
            addWords(pressing: element, to: &builder)
        } else {
            builder.addMarked(glyph, words, scope: .cardMedia)
        }
        if media.layout != .text {
            addLine(media.label, scope: .textStrong, to: &builder)
            addLine(media.description, scope: .textSecondary, to: &builder)
        }
        guard let element else { return }
        if hasActionRow { addAction(of: element, to: &builder) }
        let rows = first..<builder.layout.rows.count
        builder.layout.elements.append((target: element, rows: rows))
        for row in rows where builder.layout.rows[row].regions.isEmpty {
            builder.layout.rows[row].addRegion(0..<builder.width, .element(element))
        }
    }

    /// Otherwise the words themselves are what is pressed.
    private var hasActionRow: Bool { media.layout != .text && media.showsActionLabel }

    private var glyph: SafeText { media.kind == .image ? Glyph.image : Glyph.video }

    /// What stands for the picture: in a row of text the label, else what the picture shows.
    private var words: SafeText {
        let alternatives = [media.thumbnailAlternativeText, media.alternativeText]
        let texts =
            switch media.layout {
            case .text: [media.label, media.description] + alternatives.reversed()
            case .thumbnail: alternatives + [media.label, media.description]
            case .inline, .banner: alternatives.reversed() + [media.label, media.description]
            }
        return SafeText(texts.compactMap { $0 }.first { !$0.isEmpty } ?? media.url, limit: Self.limit)
    }

    private func addWords(pressing element: FocusTarget, to builder: inout CardLayoutBuilder) {
        let text = media.leavesTerminal ? words + " " + Glyph.external : words
        for (index, line) in TextLayout.wrap(text, width: max(1, builder.width - 2)).enumerated() {
            var row = CardRow()
            if index == 0 {
                row.add(glyph, at: 0, scope: .cardMedia)
                row.addPointer(for: element)
            }
            row.add(
                line.text, at: 2 + line.indent, scope: .textLink, element: element, focusedScope: .textLinkFocused)
            builder.addRow(row)
        }
    }

    private func addLine(_ text: String?, scope: StyleScope, to builder: inout CardLayoutBuilder) {
        guard let text, !text.isEmpty, SafeText(text, limit: Self.limit) != words else { return }
        builder.add(Markdown.inline(text, links: &builder.links), column: 2, scope: scope)
    }

    private func addAction(of element: FocusTarget, to builder: inout CardLayoutBuilder) {
        let verb = SafeText(media.kind == .image ? Strings.Card.viewImage : Strings.Card.watchVideo)
        let label = TextLayout.truncate(
            media.leavesTerminal ? "\(verb) \(Glyph.external)" : verb, width: max(1, builder.width - 2))
        var row = CardRow()
        row.addPointer(for: element, at: 0)
        let columns = row.add(label, at: 2, scope: .textLink, element: element, focusedScope: .textLinkFocused)
        row.addRegion(0..<2 + columns, .element(element))
        builder.addRow(row)
    }
}
