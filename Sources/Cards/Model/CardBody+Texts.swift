extension CardBody {
    /// All visible texts of the card and its subviews, with defaults in place of variables.
    package var texts: [String] {
        let body = resolvingVariables()
        return body.components.flatMap(\.texts)
            + body.subviews.values.flatMap { [$0.title] + $0.components.flatMap(\.texts) }
    }

    /// The components of the card and of its subviews.
    var allComponents: [Component] { components + subviews.values.flatMap(\.components) }
}

extension Component {
    fileprivate var texts: [String] {
        switch self {
        case .category(let category): [category.text] + [category.subText].compactMap(\.self)
        case .headline(let headline): [headline.text]
        case .text(let block): [block.text]
        case .list(let list): list.items.flatMap(\.texts)
        case .media(let media): [media.label, media.description, media.alternativeText].compactMap(\.self)
        case .buttons(let container): container.buttons.map(\.text)
        case .input(let input): [input.label, input.placeholder].compactMap(\.self) + input.choices.map(\.label)
        case .unknown: []
        }
    }
}

extension ListBlock.Item {
    fileprivate var texts: [String] { [text] + items.flatMap(\.texts) }
}

extension Input {
    fileprivate var choices: [Choice] {
        switch kind {
        case .checkboxGroup(let items, _), .radioGroup(let items, _), .dropdown(let items, _): items
        case .text, .number, .toggle, .stepper, .date, .fileUpload: []
        }
    }
}
