internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// An image or a video: its picture, the author's texts, and a control to press. If no picture can be shown, its
/// alternative text is shown.
struct MediaView: ComponentView {
    let media: Card.Media

    /// The maximum number of characters. Alternative texts come from templates and may be whole paragraphs.
    private static let limit = 600

    func add(to builder: inout CardLayoutBuilder) {
        let element = media.isPressable ? FocusTarget.media(builder.position) : nil
        let first = builder.layout.rows.count
        if let picture = picture(in: builder) {
            if case .failed(let reason) = builder.shape(of: picture.request) {
                addInWords(element, problem: reason, to: &builder)
            } else {
                picture.add(to: &builder, focus: hasActionRow ? nil : element) { builder in
                    addTexts(at: picture.textColumn, to: &builder)
                    if let element, hasActionRow { addAction(of: element, at: picture.textColumn, to: &builder) }
                }
            }
        } else {
            addInWords(element, problem: nil, to: &builder)
        }
        guard let element else { return }
        let rows = first..<builder.layout.rows.count
        builder.layout.elements.append(CardOutline.Element(target: element, rows: rows))
        for row in rows where builder.layout.rows[row].regions.isEmpty {
            builder.layout.rows[row].addRegion(0..<builder.width, .element(element))
        }
    }

    private func picture(in builder: CardLayoutBuilder) -> PictureView? {
        var media = media
        // A subview has no banners (Atomic, element reference).
        if builder.isInSubview, media.layout == .banner { media.layout = .inline }
        return PictureView(media, words: words, width: builder.width, support: builder.settings.pictures)
    }

    private func addInWords(_ element: FocusTarget?, problem: String?, to builder: inout CardLayoutBuilder) {
        if let element, !hasActionRow {
            addWords(pressing: element, to: &builder)
        } else {
            builder.addMarked(glyph, words, scope: .cardMedia)
        }
        if let problem {
            let text = SafeText(Strings.Card.noPicture(problem), limit: Self.limit)
            builder.add(RichText(text), column: 2, scope: .textDim)
        }
        if media.layout != .text { addTexts(besides: words, at: 2, to: &builder) }
        if let element, hasActionRow { addAction(of: element, at: 2, pointer: 0, to: &builder) }
    }

    /// Whether a row of its own can be pressed. If not, the text that describes the media can be pressed.
    private var hasActionRow: Bool { media.layout != .text && media.showsActionLabel }

    private var glyph: SafeText { media.kind == .image ? Glyph.image : Glyph.video }

    /// The text shown in place of the picture: the label first for text layout, else the alternative text first.
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

    /// - Parameter told: The text that is already shown, which is not repeated.
    private func addTexts(besides told: SafeText = .empty, at column: Int, to builder: inout CardLayoutBuilder) {
        for (text, scope) in [(media.label, StyleScope.textStrong), (media.description, .textSecondary)] {
            guard let text, !text.isEmpty, SafeText(text, limit: Self.limit) != told else { continue }
            builder.add(Markdown.inline(text, links: &builder.links), column: column, scope: scope)
        }
    }

    /// - Parameter pointer: The column of the focus pointer; nil for the column before the label.
    private func addAction(
        of element: FocusTarget, at column: Int, pointer: Int? = nil, to builder: inout CardLayoutBuilder
    ) {
        let verb = SafeText(media.kind == .image ? builder.words.view : builder.words.watch, limit: 200)
        let label = TextLayout.truncate(
            media.leavesTerminal ? "\(verb) \(Glyph.external)" : verb, width: max(1, builder.width - column))
        var row = CardRow()
        row.addPointer(for: element, at: pointer ?? column - 1)
        let columns = row.add(label, at: column, scope: .textLink, element: element, focusedScope: .textLinkFocused)
        row.addRegion(max(0, column - 2)..<column + columns, .element(element))
        builder.addRow(row)
    }
}
