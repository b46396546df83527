internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI

/// The flags that describe the card of a question on the command line, in place of a file.
struct AskContent: ParsableArguments {
    @Option(help: ArgumentHelp("The text below the question, in Markdown.", valueName: "text"))
    var text: String?

    @Option(help: ArgumentHelp("The category above the question.", valueName: "name"))
    var category: String?

    @Option(
        name: .customLong("button"),
        help: ArgumentHelp(
            "A button; may be repeated. The first button means yes, all others mean no. Default: Yes and No, or Send and Decline with --schema.",
            valueName: "label"))
    var buttons: [String] = []

    @Option(help: ArgumentHelp("The priority, from 1 (first) to 10.", valueName: "number"))
    var priority: Int?

    @Option(
        help: ArgumentHelp(
            "Ask with a form that is made from a flat JSON Schema, as in MCP elicitation.",
            valueName: "file"),
        completion: .file())
    var schema: String?

    /// The first given flag that cannot be used with a card from a file; nil if there is none.
    var firstDetail: String? {
        [
            ("--text", text != nil), ("--category", category != nil), ("--button", !buttons.isEmpty),
            ("--priority", priority != nil), ("--schema", schema != nil),
        ].first(where: \.1)?.0
    }

    func validate() throws {
        try CardFlags.requireWords(text: text, category: category)
        try CardFlags.requireNames(ofButtons: buttons)
        guard priority.map({ (1...10).contains($0) }) ?? true else {
            throw ValidationError("--priority must be from 1 to 10.")
        }
    }

    /// The card as JSON.
    ///
    /// - Parameter question: A question, or the path of a file with one card; nil for the title of the schema.
    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage``.
    func card(_ question: String?) throws -> [UInt8] {
        if let question, case .file(let path) = PublishArgument(question) { return try Self.card(inFile: path) }
        var form: SchemaForm?
        if let schema {
            let (name, bytes) = try CardFile.bytes(schema)
            form = try SchemaForm(bytes, name: name)
        }
        guard let title = question ?? form?.title, title.contains(where: { !$0.isWhitespace }) else {
            throw CommandFailure(.usage, "the question is empty; write what you want to know")
        }
        try Self.require(
            MarkdownEscapes.adding(to: title), atMost: CardLimits.label, "the question", "; write the rest with --text")
        if let text { try Self.require(text, atMost: CardLimits.text, "--text") }
        if let category { try Self.require(category, atMost: CardLimits.label, "--category") }
        for button in buttons { try Self.require(button, atMost: CardLimits.label, "--button") }
        var card = CardSketch(title: title)
        (card.text, card.category, card.priority) = (text ?? form?.text, category, priority)
        card.buttons = buttons.isEmpty ? (form == nil ? ["Yes", "No"] : ["Send", "Decline"]) : buttons
        return (form?.adding(to: card.json) ?? card.json).encoded()
    }

    private static func require(
        _ text: String, atMost limit: Int, _ name: String, _ advice: String = ""
    ) throws(CommandFailure) {
        let count = text.unicodeScalars.count
        guard count > limit else { return }
        throw CommandFailure(.usage, "\(name) has \(count) characters; the limit is \(limit)\(advice)")
    }

    private static func card(inFile path: String) throws -> [UInt8] {
        let (name, bytes) = try CardFile.bytes(path)
        let cards = CardFile(bytes, isLines: false)
        let problems = CardInput.problems(of: cards)
        guard problems.isEmpty else {
            if !cards.mistakes.isEmpty, let advice = PublishArgument.advice(onMarkdown: path, command: "ask") {
                throw CommandFailure(.usage, "nothing was asked: \(advice)")
            }
            let listed = problems.map { "\(name.shownAsFile):\($0.place.line):\($0.place.column): \($0.text)" }
            throw CommandFailure(.usage, "nothing was asked:\n\(listed.joined(separator: "\n"))")
        }
        guard cards.cards.count == 1 else {
            throw CommandFailure(
                .usage, "\(name.shownAsFile) holds \(cards.cards.count) cards; a question needs exactly one card")
        }
        return cards.cards[0].card.encoded()
    }
}
