import Basics

package import struct Foundation.Date

/// A simple card, as described by command-line flags or a short notation: a title, a text, and buttons that answer it.
package struct CardSketch: Hashable, Sendable {
    /// Plain text, shown character by character.
    package var title: String
    /// The text below the title, in Markdown; nil for none.
    package var text: String?
    /// The category above the title; nil for none.
    package var category: String?
    /// The labels of the buttons; the first one is the primary one. Check them with ``problem(ofButtons:)``.
    package var buttons: [String] = []
    /// From 1, which comes first, to 10; nil for the default.
    package var priority: Int?
    /// When the card expires; nil for never, see ``expiresIn``.
    package var expiresAt: Date?
    /// A ``CardDuration`` from the publish request to the expiry; nil for none.
    package var expiresIn: String?

    package init(title: String) { self.title = title }

    package var json: JSONValue {
        var content: [JSONValue] = []
        if let category { content.append(["type": "category", "text": .string(category)]) }
        content.append(["type": "headline", "text": .string(MarkdownEscapes.adding(to: title))])
        if let text { content.append(["type": "text", "text": .string(text)]) }
        if !buttons.isEmpty {
            let listed = buttons.enumerated().map { Self.button($1, isPrimary: $0 == 0) }
            content.append(["type": "buttons", "buttons": .array(listed)])
        }
        var card: JSONObject = ["content": .array(content)]
        if let priority { card["priority"] = .number(JSONNumber(priority)) }
        if let expiresAt {
            let milliseconds = Int64((expiresAt.timeIntervalSince1970 * 1000).rounded())
            card["expiresAt"] = .string(RFC3339.text(milliseconds: milliseconds))
        }
        if let expiresIn { card["expiresIn"] = .string(expiresIn) }
        return .object(card)
    }

    private static func button(_ label: String, isPrimary: Bool) -> JSONValue {
        var button: JSONObject = ["text": .string(label)]
        if !isPrimary { button["style"] = "secondary" }
        button["action"] = ["type": "submit", "name": .string(name(ofButton: label))]
        return .object(button)
    }

    /// The name of a button in an outcome: its label in lower case, with hyphens between words. Empty for a label
    /// without letters and digits.
    package static func name(ofButton label: String) -> String {
        label.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }

    /// Why an outcome could not identify the pressed button.
    package enum ButtonProblem: Equatable, Sendable {
        /// A label whose name is empty.
        case nameless(String)
        /// Two labels with the same name.
        case sameName(String, String)
    }

    /// The first problem of these labels; nil if each of them has a name and all names differ.
    package static func problem(ofButtons labels: [String]) -> ButtonProblem? {
        var first: [String: String] = [:]
        for label in labels {
            let name = name(ofButton: label)
            if name.isEmpty { return .nameless(label) }
            if let other = first.updateValue(label, forKey: name) { return .sameName(other, label) }
        }
        return nil
    }
}
