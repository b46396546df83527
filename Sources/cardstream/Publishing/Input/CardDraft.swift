internal import Cards

/// The text of a card while it is written in an editor: JSON with comments. A comment begins with `//` and ends with the
/// line; lines that begin with `//!` are messages of the program about the last attempt.
enum CardDraft {
    /// What a new card begins with.
    static let template = """
        // A card. Save it and close the editor to publish it.
        // Leave it unchanged, or empty, to publish nothing.
        // What else a card can have: cardstream help writing-cards
        {
          // 1 comes first, 10 last:
          // "priority": 2,
          // When the card expires:
          // "expiresIn": "2h",
          "content": [
            // { "type": "category", "text": "Deployments" },
            { "type": "headline", "text": "Title" },
            { "type": "text", "text": "Text in **Markdown**." },
            { "type": "buttons", "buttons": [
              { "text": "Approve", "action": { "type": "submit", "name": "approve" } },
              { "text": "Reject", "style": "secondary", "action": { "type": "submit", "name": "reject" } }
            ] }
          ]
        }
        """

    private static let messagePrefix = "//!"

    /// A card that flags describe, as a text to edit.
    static func text(of card: JSONValue) -> String {
        let comments = template.split(separator: "\n").prefix(3).joined(separator: "\n")
        return comments + "\n" + PrintableJSON.text(card.encoded(isPretty: true))
    }

    /// The text without the program's messages.
    static func withoutMessages(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix(messagePrefix) }
            .joined(separator: "\n")
    }

    /// The text with messages about its problems at the top. Lines are counted as the editor shows them.
    ///
    /// - Parameter text: Without messages.
    static func text(_ text: String, with problems: [CardInput.Problem]) -> String {
        let offset = problems.count + 1
        let lines = problems.map { problem in
            "\(messagePrefix) line \(problem.place.line + offset), column \(problem.place.column): "
                + problem.text.escapingControls
        }
        return (["\(messagePrefix) Not published yet:"] + lines + [text]).joined(separator: "\n")
    }

    /// The JSON of a text: comments become spaces, so that every place stays where it is.
    static func json(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        var isString = false
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): isString.toggle()
            case UInt8(ascii: "\\") where isString: index += 1
            // A string ends with its line at the latest, also where its quote is missing.
            case UInt8(ascii: "\n"): isString = false
            case UInt8(ascii: "/") where !isString && bytes[index...].starts(with: "//".utf8):
                while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
                    bytes[index] = UInt8(ascii: " ")
                    index += 1
                }
            default: break
            }
            index += 1
        }
        return bytes
    }

    /// Whether a text has nothing besides comments.
    static func isEmpty(_ text: String) -> Bool {
        json(text).allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    }
}
