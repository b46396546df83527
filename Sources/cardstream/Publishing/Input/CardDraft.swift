internal import Cards

/// The text of a card while the user writes it in an editor: JSON with comments. A comment begins with `//` and ends at
/// the end of the line. Lines that begin with `//!` are the program's messages about the previous attempt.
enum CardDraft {
    /// The initial text of a new card.
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

    /// The text to edit for a card that command-line flags describe.
    static func text(of card: JSONValue) -> String {
        let comments = template.split(separator: "\n").prefix(3).joined(separator: "\n")
        return comments + "\n" + PrintableJSON.text(card.encoded(isPretty: true))
    }

    /// The text without the program's messages.
    static func withoutMessages(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix(messagePrefix) }
            .joined(separator: "\n")
    }

    /// The text with messages about its problems at the top. Line numbers in the messages count the message lines, too,
    /// as the editor shows them.
    ///
    /// - Parameter text: The text without messages.
    static func text(_ text: String, with problems: [CardInput.Problem]) -> String {
        let offset = problems.count + 1
        let lines = problems.map { problem in
            "\(messagePrefix) line \(problem.place.line + offset), column \(problem.place.column): "
                + problem.text.escapingControls
        }
        return (["\(messagePrefix) Not published yet:"] + lines + [text]).joined(separator: "\n")
    }

    /// The JSON of a text. Comments become spaces, so that line and column numbers stay the same.
    static func json(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        var isString = false
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): isString.toggle()
            case UInt8(ascii: "\\") where isString: index += 1
            // A string ends at the end of its line at the latest, even if its closing quote is missing.
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

    /// Whether a text contains only comments and white space.
    static func isEmpty(_ text: String) -> Bool {
        json(text).allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    }
}
