internal import ArgumentParser
internal import Cards

/// `cardstream schema`: the JSON Schemas of what the program reads and of what its commands print.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of a card, or of what a command prints.",
        discussion: """
            card is what publishers write; cards (also of show), count, status and act are what these commands print with --json.

            EXAMPLES
              cardstream schema card > card.schema.json
              cardstream schema card | jq '."$defs" | keys'
              cardstream schema cards
            """)

    /// What has a schema.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        case card, cards, count, status, act

        var schema: JSONValue {
            switch self {
            case .card: CardSchema.json
            case .cards: OutputSchema.listedCard
            case .count: OutputSchema.count
            case .status: OutputSchema.status
            case .act: OutputSchema.act
            }
        }
    }

    @Argument(help: "What to describe: card, cards, count, status or act.")
    var subject = Subject.card

    func run() { Console.data(subject.schema.text(isPretty: true)) }
}
