internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// A title of a card or of a section.
struct HeadlineView: ComponentView {
    let headline: Card.Headline

    func add(to builder: inout CardLayoutBuilder) {
        let text = Markdown.inline(headline.text, links: &builder.links)
        guard let icon = builder.icon(headline.icon, beside: scope) else { return builder.add(text, scope: scope) }
        builder.add(text, column: icon.width + 1, scope: scope, mark: (icon, 0, scope))
    }

    private var scope: StyleScope {
        switch headline.appearance {
        case .h1: .cardTitle
        case .h2: .cardTitleSecond
        case .h3: .cardTitleThird
        }
    }
}
