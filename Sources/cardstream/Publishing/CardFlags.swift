internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import Cards

internal import struct Foundation.Date

/// The flags that describe a card on the command line, in place of a file.
struct CardFlags: ParsableArguments {
    @Option(help: ArgumentHelp("The card's title. A card with a title needs no file.", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("The text below the title, in Markdown.", valueName: "text"))
    var text: String?

    @Option(help: ArgumentHelp("The category above the title.", valueName: "name"))
    var category: String?

    @Option(
        name: .customLong("button"),
        help: ArgumentHelp(
            "A button that answers the card; may be repeated. The first one is the primary one.", valueName: "label"))
    var buttons: [String] = []

    @Option(help: ArgumentHelp("From 1, which comes first, to 10.", valueName: "number"))
    var priority: Int?

    @Option(help: ArgumentHelp("When the card goes: 30m, 2h, fri 14:00, or seconds.", valueName: "time"))
    var expires: String?

    /// The flags that need a title, as far as they are given.
    private var details: [String] {
        [
            ("--text", text != nil), ("--category", category != nil), ("--button", !buttons.isEmpty),
            ("--priority", priority != nil), ("--expires", expires != nil),
        ].filter(\.1).map(\.0)
    }

    func validate() throws {
        guard title == nil else {
            guard title?.allSatisfy(\.isWhitespace) == false else { throw ValidationError("--title is empty.") }
            guard Set(buttons.map(Self.name)).count == buttons.count,
                !buttons.contains(where: { Self.name($0).isEmpty })
            else { throw ValidationError("Each --button needs a label of its own, with letters or digits.") }
            guard priority.map({ (1...10).contains($0) }) ?? true else {
                throw ValidationError("--priority must be from 1 to 10.")
            }
            return
        }
        if let first = details.first {
            throw ValidationError("\(first) needs --title, which makes a card without a file.")
        }
    }

    /// The card as JSON; nil without a title.
    func card(now: Date, zone: LocalZone) throws(CommandFailure) -> JSONValue? {
        guard let title else { return nil }
        var content: [JSONValue] = []
        if let category { content.append(.object(["type": .string("category"), "text": .string(category)])) }
        content.append(.object(["type": .string("headline"), "text": .string(title)]))
        if let text { content.append(.object(["type": .string("text"), "text": .string(text)])) }
        if !buttons.isEmpty {
            let listed = buttons.enumerated().map { Self.button($1, isPrimary: $0 == 0) }
            content.append(.object(["type": .string("buttons"), "buttons": .array(listed)]))
        }
        var card: JSONObject = ["content": .array(content)]
        if let priority { card["priority"] = .number(JSONNumber(priority)) }
        if let expires {
            let end = try Self.end(expires, now: now, zone: zone)
            let milliseconds = Int64((end.timeIntervalSince1970 * 1000).rounded())
            card["expiresAt"] = .string(RFC3339.text(milliseconds: milliseconds))
        }
        return .object(card)
    }

    private static func button(_ label: String, isPrimary: Bool) -> JSONValue {
        var button: JSONObject = ["text": .string(label)]
        if !isPrimary { button["style"] = .string("secondary") }
        button["action"] = .object(["type": .string("submit"), "name": .string(name(label))])
        return .object(button)
    }

    /// What `cardstream outcome` calls a button: its label in lower case, with hyphens between words.
    static func name(_ label: String) -> String {
        label.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }

    private static func end(_ text: String, now: Date, zone: LocalZone) throws(CommandFailure) -> Date {
        do throws(TimeParserError) {
            let end =
                if let seconds = Double(text), seconds.isFinite { now.addingTimeInterval(seconds) } else {
                    try SnoozeParser(now: now, zone: zone).parse(text)
                }
            guard end > now else { throw TimeParserError.inThePast }
            guard end.timeIntervalSince(now) <= SnoozeParser.furthest else { throw TimeParserError.tooFar }
            return end
        } catch {
            throw CommandFailure(.usage, "--expires: \(error.message(at: now, in: zone))")
        }
    }
}
