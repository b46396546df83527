internal import ArgumentParser
internal import Cards

/// `cardstream schema`: the JSON Schema of a card.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of a card, for editors and tools.",
        discussion: """
            EXAMPLES
              cardstream schema > card.schema.json
              cardstream schema | jq '."$defs" | keys'
            """)

    func run() { Console.data(CardSchema.json.text(isPretty: true)) }
}
