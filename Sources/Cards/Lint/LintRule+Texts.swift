extension LintRule {
    /// Rules about texts.
    static let texts = [emptyText, controlCharacter, longLabel, longText, missingAlternative, missingMediaLabel]

    private static let emptyText = LintRule("empty-text", "Text is blank.") { card in
        card.texts.filter { !$0.string.isEmpty && $0.string.isBlank }
            .map { Note($0.pointer, "this text is blank", "Fill in the text, or remove it.") }
    }

    private static let controlCharacter = LintRule(
        "control-character", "Text has characters that terminals do not show."
    ) { card in
        card.texts.compactMap { text in
            guard let scalar = text.string.unicodeScalars.first(where: isControl) else { return nil }
            let code = String(scalar.value, radix: 16, uppercase: true)
            let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
            return Note(text.pointer, "the control character \(name) is not shown", "Remove the character.")
        }
    }

    /// Control characters other than tab and line break, and bidirectional controls.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: false
        case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The number of columns that are easy to read in a terminal of 80 columns, by owner and member.
    private static let comfortable: [String: [String: Int]] = [
        "category": ["text": 40, "subText": 40],
        "headline": ["text": 160],
        "button": ["text": 32],
        "subview": ["title": 76],
        "submit": ["confirm": 70, "done": 70],
    ]

    private static let longLabel = LintRule("long-label", "A label or headline is too long for a terminal.") { card in
        card.texts.compactMap { text in
            guard let limit = comfortable[text.owner]?[text.key] else { return nil }
            let width = card.columns(text.string)
            guard width > limit else { return nil }
            return Note(
                text.pointer,
                "\(width) columns wide; expected at most \(limit) columns for \"\(text.key)\" of \"\(text.owner)\"",
                "Shorten the text, or move part of it to a text component.")
        }
    }

    /// The size of a screen of 24 rows and 80 columns without frames.
    private static let rows = 20
    private static let columns = 76

    private static let longText = LintRule("long-text", "Text is longer than a screen and cannot be folded.") {
        card in
        card.components(of: ["text", "list"]).compactMap { component in
            guard component.json["expand"] == nil else { return nil }
            let count =
                component.json["text"]?.string.map { lines($0, card) } ?? items(component.json["items"], card)
            guard count > rows else { return nil }
            return Note(
                component.pointer, "about \(count) lines in a terminal, more than a screen shows",
                "Add \"expand\": 8 to show eight lines and \"Show more\", or move the text to a subview.")
        }
    }

    private static func lines(_ text: String, _ card: LintCard) -> Int {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            // Indented Markdown is drawn with an indent of only a few columns.
            .map { $0.drop { $0 == " " || $0 == "\t" } }
            .reduce(0) { $0 + max(1, (card.columns(String($1)) + columns - 1) / columns) }
    }

    private static func items(_ items: JSONValue?, _ card: LintCard) -> Int {
        (items?.array ?? []).reduce(0) { count, item in
            count + lines(item.string ?? item["text"]?.string ?? "", card) + self.items(item["items"], card)
        }
    }

    private static let missingAlternative = LintRule(
        "missing-alternative-text", "An image or video has no alternative text for people who cannot see it."
    ) { card in
        let pictures = card.components(of: ["carousel"]).flatMap { component in
            (component.json["items"]?.array ?? []).enumerated().compactMap { index, item -> Note? in
                let words = ["alternativeText", "caption"].compactMap { item[$0]?.string }
                guard words.allSatisfy(\.isBlank) else { return nil }
                return Note(
                    "\(component.pointer)/items/\(index)", "where images are off, nothing describes this image",
                    "Add \"alternativeText\".")
            }
        }
        return pictures
            + card.components(of: ["image", "video"]).compactMap { component in
                let words = ["alternativeText", "label"].compactMap { component.json[$0]?.string }
                guard words.allSatisfy(\.isBlank) else { return nil }
                return Note(
                    component.pointer, "where images are off, nothing describes this \(component.type)",
                    "Add \"alternativeText\".")
            }
    }

    private static let missingMediaLabel = LintRule(
        "missing-media-label", "An image or video with the layout `text` or `thumbnail` has no label."
    ) { card in
        card.components(of: ["image", "video"]).compactMap { component in
            guard let layout = component.json["layout"]?.string, ["text", "thumbnail"].contains(layout),
                component.json["label"]?.string?.isBlank ?? true
            else { return nil }
            return Note(component.pointer, "the layout \"\(layout)\" needs a label", "Add \"label\".")
        }
    }
}
