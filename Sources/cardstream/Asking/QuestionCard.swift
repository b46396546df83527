internal import Cards

/// The card of a question that a program asks, with the asker, the question, and the buttons that answer it.
struct QuestionCard {
    /// The name of the asker.
    var asker: String
    /// More about the asker, shown next to the name; nil for nothing.
    var place: String?
    /// One line of Markdown.
    var title: String
    /// Components between title and buttons.
    var content: [JSONValue] = []
    var buttons: [JSONValue] = []
    /// The id of the card's template, for filters.
    var template: String

    /// The card comes before less urgent ones, because a program waits for the answer.
    private static let priority: JSONValue = 2

    var json: JSONValue {
        var category: JSONObject = ["type": "category", "text": .string(Self.label(asker))]
        if let place, !place.isEmpty { category["subText"] = .string(Self.label(place)) }
        let head: [JSONValue] = [.object(category), ["type": "headline", "text": .string(title)]]
        let end: [JSONValue] = [["type": "buttons", "buttons": .array(buttons)]]
        return [
            "template": ["id": .string(template)], "priority": Self.priority, "content": .array(head + content + end),
        ]
    }

    /// One visible line of at most 120 characters.
    static func label(_ text: String) -> String { LiteralText.preview(LiteralText.visible(text), limit: 120) }

    /// - Parameter confirm: The text of a confirmation before the answer is sent; nil for none.
    static func button(_ label: String, name: String, isYes: Bool, isPrimary: Bool = false, confirm: String? = nil)
        -> JSONValue
    {
        var action: JSONObject = [
            "type": "submit", "name": .string(name), "outcome": isYes ? "positive" : "negative",
        ]
        if let confirm { action["confirm"] = .string(confirm) }
        var button: JSONObject = ["text": .string(label)]
        if !isPrimary { button["style"] = "secondary" }
        button["action"] = .object(action)
        return .object(button)
    }

    /// A text component with Markdown.
    static func text(_ text: String, appearance: String? = nil) -> JSONValue {
        var component: JSONObject = ["type": "text", "text": .string(text)]
        if let appearance { component["appearance"] = .string(appearance) }
        return .object(component)
    }

    /// Text components for Markdown from an asker. Invisible characters are made visible, and a long text is reduced to
    /// its head and tail. `leftOut` is the number of omitted characters.
    static func markdown(_ text: String) -> (components: [JSONValue], leftOut: Int) {
        let excerpt = Excerpt(LiteralText.visible(text), characters: 18_000, bytes: 44_000)
        guard let tail = excerpt.tail else { return ([Self.text(excerpt.head)], 0) }
        return ([Self.text(excerpt.head), Self.text(excerpt.mark), Self.text(tail)], excerpt.leftOut)
    }

    /// The name of the field for the user's own text.
    static let messageField = "message"
    /// The maximum length of the user's text in characters.
    private static let longestMessage: JSONValue = 2000

    /// A field for the user's own text.
    static func messageInput(_ label: String) -> JSONValue {
        [
            "type": "textInput", "name": .string(messageField), "label": .string(label),
            "validation": [["rule": "maximumLength", "value": longestMessage]],
        ]
    }
}
