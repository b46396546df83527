/// Placeholders in a card's texts: `{{name}}`, with or without spaces inside the braces. A declared variable is
/// replaced by the host's value or its default; a name that is not declared stays as written. Values are put in
/// once, so a value that holds `{{…}}` itself is shown as it is.
extension CardBody {
    /// The card with every placeholder in its texts, labels and titles replaced. Addresses, names and payloads are
    /// left alone.
    /// - Parameter values: the host's values by variable name.
    public func resolvingVariables(_ values: [String: String] = [:]) -> CardBody {
        guard !variables.isEmpty else { return self }
        let resolver = VariableResolver(variables: variables, values: values)
        var body = self
        body.components = components.map(resolver.resolve)
        body.subviews = subviews.mapValues { subview in
            var subview = subview
            subview.title = resolver.resolve(subview.title)
            subview.components = subview.components.map(resolver.resolve)
            return subview
        }
        return body
    }
}

/// Puts values into texts and components.
struct VariableResolver {
    private let values: [String: String]

    init(variables: [RuntimeVariable], values: [String: String]) {
        self.values = Dictionary(variables.map { ($0.name, values[$0.name] ?? $0.defaultValue) }) { first, _ in first }
    }

    func resolve(_ text: String) -> String {
        guard text.utf8.contains(.openBrace) else { return text }
        var result = ""
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            guard rest.hasPrefix("{{"), let (name, end) = Self.name(in: rest), let value = values[name] else {
                result.append(rest.removeFirst())
                continue
            }
            result += value
            rest = rest[end...]
        }
        return result + rest
    }

    /// The names of all placeholders in a text, each once; also of those that are not declared.
    static func names(in text: String) -> [String] {
        guard text.utf8.contains(.openBrace) else { return [] }
        var names: [String] = []
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{") {
            rest = rest[open...]
            if rest.hasPrefix("{{"), let (name, end) = name(in: rest) {
                if TextFormat.name.matches(name), !name.isEmpty, !names.contains(name) { names.append(name) }
                rest = rest[end...]
            } else {
                rest.removeFirst()
            }
        }
        return names
    }

    /// The name between the braces that `text` starts with, and where it goes on after them.
    private static func name(in text: Substring) -> (String, Substring.Index)? {
        // No name is longer; the bound keeps a text full of open braces from quadratic time.
        var inside = text.dropFirst(2).prefix(CardLimits.name + 16)
        guard let close = inside.firstIndex(of: "}"), text[close...].hasPrefix("}}") else { return nil }
        inside = inside[..<close]
        while inside.first == " " { inside.removeFirst() }
        while inside.last == " " { inside.removeLast() }
        return (String(inside), text.index(close, offsetBy: 2))
    }

    private func resolve(_ text: String?) -> String? { text.map { resolve($0) } }

    func resolve(_ component: Component) -> Component {
        switch component {
        case .category(var category):
            category.text = resolve(category.text)
            category.subText = resolve(category.subText)
            return .category(category)
        case .headline(var headline):
            headline.text = resolve(headline.text)
            return .headline(headline)
        case .text(var block):
            block.text = resolve(block.text)
            return .text(block)
        case .list(var list):
            list.items = list.items.map(resolve)
            return .list(list)
        case .media(var media):
            media.label = resolve(media.label)
            media.description = resolve(media.description)
            media.alternativeText = resolve(media.alternativeText)
            media.thumbnailAlternativeText = resolve(media.thumbnailAlternativeText)
            return .media(media)
        case .buttons(var container):
            for index in container.buttons.indices {
                container.buttons[index].text = resolve(container.buttons[index].text)
            }
            return .buttons(container)
        case .input(var input):
            input.label = resolve(input.label)
            input.placeholder = resolve(input.placeholder)
            return .input(input)
        case .unknown: return component
        }
    }

    private func resolve(_ item: ListBlock.Item) -> ListBlock.Item {
        var item = item
        item.text = resolve(item.text)
        item.items = item.items.map(resolve)
        return item
    }
}
