/// Resolves variables in a card's texts: `{{name}}`, with or without spaces inside the braces. Declared variables are
/// replaced by the host's value or their default; undeclared names stay unchanged. Replacement is not recursive: a
/// value that contains `{{…}}` is shown as it is.
extension CardBody {
    /// The card with all variables in texts, labels and titles replaced. Addresses, names and payloads are unchanged.
    ///
    /// Values insert at most 262,144 bytes in total, in the order of the texts, with subviews in the order of their
    /// keys. The value that exceeds the limit is cut and ends in `…`, which also replaces all further values.
    ///
    /// In a card that belongs to an ask, scalars without a glyph are also made visible, for example as `⟨U+202E⟩`.
    /// - Parameter values: The host's values by variable name.
    public func resolvingVariables(_ values: [String: String] = [:]) -> CardBody {
        guard !variables.isEmpty else { return revealingInvisible() }
        var resolver = VariableResolver(variables: variables, values: values)
        return resolver.resolve(self).revealingInvisible()
    }

    /// The number of bytes that defaults would insert into the card's texts without ``CardLimits/expansion``.
    var expansionOfDefaults: Int {
        guard !variables.isEmpty else { return 0 }
        var resolver = VariableResolver(variables: variables, values: [:])
        _ = resolver.resolve(self)
        return resolver.wanted
    }
}

/// Inserts values into texts and components, up to the limit of a card.
struct VariableResolver {
    private let values: [String: String]
    /// The number of bytes that may still be inserted.
    private var left = CardLimits.expansion
    /// The number of bytes that the texts have requested so far.
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

    /// The names of all variables in a text, each once, including undeclared ones.
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

    /// The name between two opening and two closing braces, and the index after them; nil if `text` does not start with
    /// `{{` or lacks `}}`.
    private static func name(in text: Substring) -> (String, Substring.Index)? {
        let bytes = text.utf8
        guard bytes.starts(with: [.openBrace, .openBrace]) else { return nil }
        // No name is longer. The bound prevents quadratic time for a text full of open braces.
        let inside = bytes.dropFirst(2).prefix(4 * CardLimits.name + 16)
        guard let close = inside.firstIndex(of: .closeBrace) else { return nil }
        let second = bytes.index(after: close)
        guard second < bytes.endIndex, bytes[second] == .closeBrace else { return nil }
        var name = text[inside.startIndex..<close]
        while name.utf8.first == 0x20 { name = name.dropFirst() }
        while name.utf8.last == 0x20 { name = name.dropLast() }
        return (String(name), bytes.index(after: second))
    }

    mutating func resolve(_ component: Card.Component) -> Card.Component {
        var component = component
        component.forEachText { $0 = resolve($0) }
        return component
    }
}
