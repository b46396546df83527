internal import ArgumentParser
internal import Cards

/// `cardstream schema card`: the JSON Schema of what the program reads.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of a card, for editors and tools.",
        discussion: """
            EXAMPLES
              cardstream schema card > card.schema.json
              cardstream schema card | jq '."$defs" | keys'
            """)

    /// What has a schema.
    enum Subject: String, ExpressibleByArgument, CaseIterable { case card }

    @Argument(help: "What to describe: card.")
    var subject = Subject.card

    func run() {
        switch subject {
        case .card: Console.data(CardSchema.json.text(isPretty: true))
        }
    }
}
