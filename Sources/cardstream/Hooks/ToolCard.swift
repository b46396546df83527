internal import Cards

/// The card that asks whether an agent may use a tool: the tool's whole input, its working directory, and the asker.
struct ToolCard {
    /// The name of the asker.
    var asker: String
    /// The working directory; nil if it is not known.
    var folder: String?
    /// More about the asker, such as the mode it is in.
    var notes: [String] = []
    var tool: String
    var input: JSONValue
    /// The buttons that allow the request and also change the agent's rules.
    var always: [(name: String, label: String)] = []

    static let allow = "allow"
    static let deny = "deny"

    /// The members of tool inputs that best describe what the tool does, the best first.
    private static let mains = ["command", "file_path", "notebook_path", "path", "url", "query", "pattern", "prompt"]

    private var main: (name: String, text: String)? {
        Self.mains.lazy.compactMap { name in
            (name == "command" ? ShellWords.line(of: input[name]) : input[name]?.string).map { (name, $0) }
        }.first
    }

    private var title: String {
        let name = LiteralText.escaped(QuestionCard.label(tool))
        guard let main else { return "Use \(name)?" }
        // The text is not a code span, because lists show titles without markup.
        return "\(name): \(LiteralText.escaped(LiteralText.preview(LiteralText.visible(main.text), limit: 120)))"
    }

    /// The last part of the working directory.
    static func folderName(_ folder: String?) -> String? { folder?.split(separator: "/").last.map(String.init) }

    var json: JSONValue {
        let shown = ValueText(input, main: main?.name == "command" ? "command" : nil)
        var card = QuestionCard(
            asker: asker, place: Self.folderName(folder), title: title, template: "agent-tool")
        if let origin = Self.origin(folder: folder, notes: notes) { card.content.append(origin) }
        card.content += shown.components
        if shown.hidden > 0 { card.content.append(Self.hiddenNote(shown.hidden)) }
        card.content.append(QuestionCard.messageInput("Message if you deny"))
        // A button with a confirmation also cannot be pressed from a notification.
        let confirm =
            shown.leftOut == 0
            ? nil : "\(Excerpt.grouped(shown.leftOut)) characters of the input are not shown. Allow anyway?"
        card.buttons.append(
            QuestionCard.button("Allow", name: Self.allow, isYes: true, isPrimary: true, confirm: confirm))
        card.buttons.append(QuestionCard.button("Deny", name: Self.deny, isYes: false))
        for (name, label) in always {
            card.buttons.append(QuestionCard.button(label, name: name, isYes: true, confirm: confirm))
        }
        return card.json
    }

    /// A text with the agent's working directory and the notes; nil if there are none.
    static func origin(folder: String?, notes: [String]) -> JSONValue? {
        let place = folder.map { "In \(LiteralText.span(LiteralText.preview(LiteralText.visible($0), limit: 1000)))" }
        let parts = (place.map { [$0] } ?? []) + notes
        // This is not a single expression, because in one, `nil` would mean the JSON value null.
        guard !parts.isEmpty else { return nil }
        return QuestionCard.text(parts.joined(separator: " · "), appearance: "tertiary")
    }

    static func hiddenNote(_ count: Int) -> JSONValue {
        QuestionCard.text(
            count == 1
                ? "**1 invisible character is shown as its number, such as ⟨U+200B⟩.**"
                : "**\(count) invisible characters are shown as their numbers, such as ⟨U+200B⟩.**")
    }
}
