extension CardBody {
    /// The card's title: its first headline, or else its category.
    package var title: String? { title(with: [:]) }

    /// The title with the host's values for runtime variables by name; other variables show their defaults.
    package func title(with values: [String: String]) -> String? {
        let isTitle: (Component) -> Bool = { component in
            switch component {
            case .headline, .category: true
            default: false
            }
        }
        var named = self
        let headline = components.first { if case .headline = $0 { true } else { false } }
        guard let component = headline ?? components.first(where: isTitle) else { return nil }
        // Resolves only this component, because a card may have many texts.
        named.components = [component]
        named.subviews = [:]
        switch named.resolvingVariables(values).components.first {
        case .headline(let headline): return headline.text
        case .category(let category): return category.text
        default: return nil
        }
    }
}
