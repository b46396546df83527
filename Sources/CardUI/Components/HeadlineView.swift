internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

/// A title of a card or of a part of it.
struct HeadlineView: ComponentView {
    let headline: Headline

    func add(to builder: inout CardLayoutBuilder) {
        let text = MarkdownLite.inline(headline.text)
        guard let icon = Glyph.icon(headline.icon?.name) else {
            builder.layout.rows += text.rows(width: builder.width, column: 0, scope: scope)
            return
        }
        var rows = text.rows(width: builder.width - 2, column: 2, scope: scope)
        rows[0].add(icon, at: 0, scope: scope)
        builder.layout.rows += rows
    }

    private var scope: StyleScope {
        switch headline.appearance {
        case .h1: .cardTitle
        case .h2: .textStrong
        case .h3: .textEmphasis
        }
    }
}
