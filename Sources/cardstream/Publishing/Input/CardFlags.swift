internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import Cards

internal import struct Foundation.Date

/// The flags that describe a card on the command line, in place of a file.
struct CardFlags: ParsableArguments {
    @Option(help: ArgumentHelp("The card's title, even if it looks like a file name.", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("The text below the title, in Markdown.", valueName: "text"))
    var text: String?

    @Option(help: ArgumentHelp("The category above the title.", valueName: "name"))
    var category: String?

    @Option(
        name: .customLong("button"),
        help: ArgumentHelp(
            "A button that answers the card; may be repeated. The first button is the primary button.",
            valueName: "label"))
    var buttons: [String] = []

    @Option(help: ArgumentHelp("The priority, from 1 (first) to 10.", valueName: "number"))
    var priority: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "When the card expires: 30m, 2h, PT2H, fri 14:00, or a number of seconds.", valueName: "time"))
    var expires: String?

    /// The first given flag that needs a title; nil if there is none.
    var firstDetail: String? {
        [
            ("--text", text != nil), ("--category", category != nil), ("--button", !buttons.isEmpty),
            ("--priority", priority != nil), ("--expires", expires != nil),
        ].first(where: \.1)?.0
    }

    func validate() throws {
        guard title?.allSatisfy(\.isWhitespace) != true else { throw ValidationError("--title is empty.") }
        try Self.requireWords(text: text, category: category)
        try Self.requireNames(ofButtons: buttons)
        guard priority.map({ (1...10).contains($0) }) ?? true else {
            throw ValidationError("--priority must be from 1 to 10.")
        }
    }

    /// Throws if a text is empty, because a card cannot contain it. A blank text only causes a lint warning.
    static func requireWords(text: String?, category: String?) throws(ValidationError) {
        for (option, words) in [("--text", text), ("--category", category)] where words?.isEmpty == true {
            throw ValidationError("\(option) is empty: write a text, or leave out \(option).")
        }
    }

    /// Throws unless each label results in a different button name, because an answer names its button.
    static func requireNames(ofButtons labels: [String]) throws(ValidationError) {
        switch CardSketch.problem(ofButtons: labels) {
        case .nameless(let label):
            throw ValidationError(
                "--button \"\(label.escapingControls)\" has no letter or digit; expected at least one.")
        case .sameName(let first, let second):
            let both = [first, second].map { "\"\($0.escapingControls)\"" }.joined(separator: " and --button ")
            throw ValidationError("--button \(both) have the same letters and digits; expected different labels.")
        case nil: break
        }
    }

    /// The card with a title as JSON.
    func card(titled title: String, now: Date, zone: LocalZone) throws(CommandFailure) -> JSONValue {
        var card = CardSketch(title: title)
        (card.text, card.category, card.buttons, card.priority) = (text, category, buttons, priority)
        switch try expires.map({ text throws(CommandFailure) in try Self.end(text, now: now, zone: zone) }) {
        case .duration(let text): card.expiresIn = text
        case .moment(let date): card.expiresAt = date
        case nil: break
        }
        return card.json
    }

    private static func end(_ text: String, now: Date, zone: LocalZone) throws(CommandFailure) -> TimeArgument.End {
        let reader = TimeArgument(now: now, zone: zone)
        do throws(TimeParserError) { return try reader.end(text) } catch {
            throw CommandFailure(.usage, "--expires: \(reader.explanation(of: text, error))")
        }
    }
}
