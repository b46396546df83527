internal import Cards

/// Shows the input of a tool as text components of a card. Members are shortened only if the card has no room for them.
struct ValueText: Equatable {
    /// Text components.
    private(set) var components: [JSONValue] = []
    /// The number of characters that the card does not show.
    private(set) var leftOut = 0
    /// The number of invisible characters that are shown as code points.
    private(set) var hidden = 0

    /// The maximum size of all texts in bytes of JSON. It is part of ``CardLimits/bytes``, the maximum size of a card.
    private static let budget = 44_000
    /// The maximum length of a value in characters. It is less than ``CardLimits/text``, which leaves room for the
    /// fences, the mark and the member's name.
    private static let longest = 18_000
    /// The maximum length in characters of a value within a line; longer values are code blocks.
    private static let shortest = 100
    /// The maximum number of members that are shown separately; the others are shown as one block of JSON.
    private static let maxMembers = 60

    private struct Field {
        var name: String?
        var text: String
        var isBlock: Bool
        var limit = 0
    }

    /// - Parameter main: The member that comes first, as a block without its name, such as a command. If its value is a
    ///   list of words, they are joined into one line.
    init(_ input: JSONValue, main: String? = nil) {
        var fields = Self.fields(of: input, main: main)
        hidden = fields.reduce(0) {
            $0 + LiteralText.hiddenCount(in: $1.text) + LiteralText.hiddenCount(in: $1.name ?? "")
        }
        for index in fields.indices {
            fields[index].text = LiteralText.visible(fields[index].text)
            fields[index].name = fields[index].name.map { LiteralText.preview(LiteralText.visible($0), limit: 200) }
        }
        Self.share(&fields)
        var lines: [String] = []
        for field in fields {
            let excerpt = Excerpt(field.text, characters: Self.longest, bytes: field.limit)
            leftOut += excerpt.leftOut
            if !field.isBlock, excerpt.tail == nil {
                lines.append((field.name.map { "\(LiteralText.span($0)): " } ?? "") + LiteralText.span(field.text))
                continue
            }
            add(&lines)
            var parts = field.name.map { [LiteralText.span($0)] } ?? []
            parts.append(LiteralText.block(excerpt.head))
            if let tail = excerpt.tail { parts += [excerpt.mark, LiteralText.block(tail)] }
            components.append(Self.component(parts.joined(separator: "\n\n")))
        }
        add(&lines)
    }

    private mutating func add(_ lines: inout [String]) {
        guard !lines.isEmpty else { return }
        components.append(Self.component(lines.joined(separator: "\n")))
        lines = []
    }

    static func component(_ text: String) -> JSONValue { ["type": "text", "text": .string(text)] }

    // MARK: Members

    private static func fields(of input: JSONValue, main: String?) -> [Field] {
        guard let object = input.object else { return [Field(name: nil, text: text(of: input), isBlock: true)] }
        var members = object.members
        if let main, let index = members.firstIndex(where: { $0.key == main }) {
            members.insert(members.remove(at: index), at: 0)
        }
        var fields = members.prefix(maxMembers).map { key, value in
            let text = (key == main ? ShellWords.line(of: value) : nil) ?? text(of: value)
            let isBlock =
                key == main || text.contains("\n") || text.unicodeScalars.count > shortest || value.object != nil
                || value.array != nil
            return Field(name: key == main ? nil : key, text: text, isBlock: isBlock)
        }
        if members.count > maxMembers {
            var rest = JSONObject()
            for (key, value) in members.dropFirst(maxMembers) { rest[key] = value }
            fields.append(Field(name: nil, text: JSONValue.object(rest).text(isPretty: true), isBlock: true))
        }
        return fields
    }

    private static func text(of value: JSONValue) -> String { value.string ?? value.text(isPretty: true) }

    /// Distributes the available bytes: the shortest values stay whole, and the others get equal parts of the
    /// remainder.
    private static func share(_ fields: inout [Field]) {
        var left = budget - fields.reduce(0) { $0 + Excerpt.bytes(of: $1.name ?? "") + 40 }
        let sizes = fields.map { Excerpt.bytes(of: $0.text) }
        for (done, index) in fields.indices.sorted(by: { sizes[$0] < sizes[$1] }).enumerated() {
            let limit = max(0, left) / (fields.count - done)
            fields[index].limit = limit
            left -= min(limit, sizes[index])
        }
    }
}
