/// Placeholders in a card's texts: `{{name}}`, with or without spaces inside the braces. A declared variable is
/// replaced by the host's value or its default; a name that is not declared stays as written. Values are put in
/// once, so a value that holds `{{…}}` itself is shown as it is.
extension CardBody {
    /// The card with every placeholder in its texts, labels and titles replaced. Addresses, names and payloads are
    /// left alone.
    ///
    /// Values put in at most ``CardLimits/expansion`` bytes, in the order of the texts, subviews by their keys: the one that
    /// does not fit is cut, and ends in `…`, which stands for every further one.
    /// - Parameter values: the host's values by variable name.
    public func resolvingVariables(_ values: [String: String] = [:]) -> CardBody {
        guard !variables.isEmpty else { return self }
        var resolver = VariableResolver(variables: variables, values: values)
        return resolver.resolve(self)
    }

    /// How many bytes the defaults would put into the card's texts if there were no ``CardLimits/expansion``.
    var expansionOfDefaults: Int {
        guard !variables.isEmpty else { return 0 }
        var resolver = VariableResolver(variables: variables, values: [:])
        _ = resolver.resolve(self)
        return resolver.wanted
    }
}

/// Puts values into texts and components, no more of them than a card may have.
struct VariableResolver {
    private let values: [String: String]
    /// How many bytes of values may still be put in.
    private var left = CardLimits.expansion
    /// How many bytes of values the texts asked for so far.
    private(set) var wanted = 0

    init(variables: [RuntimeVariable], values: [String: String]) {
        self.values = Dictionary(variables.map { ($0.name, values[$0.name] ?? $0.defaultValue) }) { first, _ in first }
    }

    mutating func resolve(_ body: CardBody) -> CardBody {
        var body = body
        body.components = body.components.map { resolve($0) }
        for key in body.subviews.keys.sorted() {
            guard var subview = body.subviews[key] else { continue }
            subview.title = resolve(subview.title)
            subview.components = subview.components.map { resolve($0) }
            body.subviews[key] = subview
        }
        return body
    }

    mutating func resolve(_ text: String) -> String {
        var result = ""
        var (copied, place) = (text.startIndex, text.startIndex)
        while let open = text.utf8[place...].firstIndex(of: .openBrace) {
            if let (name, end) = Self.name(in: text[open...]), let value = values[name] {
                result += text[copied..<open]
                put(value, into: &result)
                (copied, place) = (end, end)
            } else {
                place = text.utf8.index(after: open)
            }
        }
        return copied == text.startIndex ? text : result + text[copied...]
    }

    private mutating func put(_ value: String, into text: inout String) {
        let count = value.utf8.count
        wanted += count
        guard count > left else {
            text += value
            left -= count
            return
        }
        var end = value.utf8.index(value.startIndex, offsetBy: left)
        while end.samePosition(in: value.unicodeScalars) == nil { end = value.utf8.index(before: end) }
        text += value[..<end]
        text += "…"
        left = 0
    }

    /// The names of all placeholders in a text, each once; also of those that are not declared.
    static func names(in text: String) -> [String] {
        var names: [String] = []
        var place = text.startIndex
        while let open = text.utf8[place...].firstIndex(of: .openBrace) {
            if let (name, end) = name(in: text[open...]) {
                if TextFormat.name.matches(name), !name.isEmpty, !names.contains(name) { names.append(name) }
                place = end
            } else {
                place = text.utf8.index(after: open)
            }
        }
        return names
    }

    /// The name between two opening and two closing braces, and where the text goes on after them; nil where `text` does not
    /// begin with the one or lacks the other.
    private static func name(in text: Substring) -> (String, Substring.Index)? {
        let bytes = text.utf8
        guard bytes.starts(with: [.openBrace, .openBrace]) else { return nil }
        // No name is longer; the bound keeps a text full of open braces from quadratic time.
        let inside = bytes.dropFirst(2).prefix(4 * CardLimits.name + 16)
        guard let close = inside.firstIndex(of: .closeBrace) else { return nil }
        let second = bytes.index(after: close)
        guard second < bytes.endIndex, bytes[second] == .closeBrace else { return nil }
        var name = text[inside.startIndex..<close]
        while name.utf8.first == 0x20 { name = name.dropFirst() }
        while name.utf8.last == 0x20 { name = name.dropLast() }
        return (String(name), bytes.index(after: second))
    }

    mutating func resolve(_ component: Component) -> Component {
        var component = component
        component.forEachText { $0 = resolve($0) }
        return component
    }
}
