extension CardBody {
    /// The card's title: its first headline, or else its category, or else the first line of its first text. Backslash
    /// escapes are removed; other markup stays.
    package var title: String? { title(with: [:]) }

    /// The title with the host's values for runtime variables by name; other variables show their defaults.
    package func title(with values: [String: String]) -> String? {
        guard let component = headline ?? components.first(where: \.isCategory) else {
            return rowTitle(with: values).map { text in
                MarkdownEscapes.removing(from: String(text.prefix { $0 != "\n" }.prefix(CardLimits.label)))
            }
        }
        switch resolving(component, values) {
        case .headline(let headline): return MarkdownEscapes.removing(from: headline.text)
        case .category(let category): return category.text
        default: return nil
        }
    }

    /// The title of the card in a list that shows its category separately: the headline, or else the first visible
    /// text; nil for neither.
    package func rowTitle(with values: [String: String]) -> String? {
        let components = headline.map { [$0] } ?? components.filter { !$0.isCategory }
        for component in components {
            let texts = resolving(component, values)?.texts ?? []
            if let text = texts.first(where: { !$0.allSatisfy(\.isWhitespace) }) { return text }
        }
        return nil
    }

    /// The first text component that differs from ``rowTitle(with:)``, for the second line of a row in a list; nil if
    /// there is none.
    package func rowText(with values: [String: String]) -> String? {
        let title = rowTitle(with: values)
        for component in components {
            guard case .text = component, case .text(let block)? = resolving(component, values),
                block.text != title, !block.text.allSatisfy(\.isWhitespace)
            else { continue }
            return block.text
        }
        return nil
    }

    /// The card's category, for its row in a list; nil for none.
    package func rowCategory(with values: [String: String]) -> Card.Category? {
        guard case .category(let category)? = components.first(where: \.isCategory).flatMap({ resolving($0, values) })
        else { return nil }
        return category
    }

    private var headline: Card.Component? { components.first { if case .headline = $0 { true } else { false } } }

    /// Resolves only this component, because a card may have many texts.
    private func resolving(_ component: Card.Component, _ values: [String: String]) -> Card.Component? {
        guard !variables.isEmpty || ask != nil else { return component }
        var named = self
        named.components = [component]
        named.subviews = [:]
        return named.resolvingVariables(values).components.first
    }
}

extension Card.Component {
    fileprivate var isCategory: Bool { if case .category = self { true } else { false } }
}
