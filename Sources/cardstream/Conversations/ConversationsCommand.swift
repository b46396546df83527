internal import AppRuntime
internal import ArgumentParser
internal import CardStreamComapi
internal import Cards

/// `cardstream conversations`: lists the conversations of a source.
struct ConversationsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conversations",
        abstract: "List the conversations of a source.",
        discussion: """
            Lists the conversations in which you are a participant, from a source of kind `comapi` in the \
            configuration (`[sources.NAME]`). --json prints one object per line, as `cardstream schema conversation` \
            describes. Exit code 3: no conversations.

            EXAMPLES
              cardstream conversations
              cardstream conversations --public --json | jq -r .name
            """)

    @OptionGroup var source: SourceOptions

    @Flag(name: .customLong("public"), help: "List public conversations instead.")
    var isPublic = false

    @Flag(help: "Print one line of JSON per conversation.")
    var json = false

    func run() throws {
        let client = try source.client()
        let list = try runBlocking { try await client.conversations.list(isPublic ? .everyones : .mine) }
        guard !list.isEmpty else { throw ExitStatus.nothingMatched }
        if json {
            for conversation in list { Console.json(conversation.printed()) }
            return
        }
        var table = TextTable(["ID", "NAME", "PEOPLE", "PUBLIC"])
        for conversation in list {
            table.add([
                conversation.id, conversation.name, conversation.participantCount.map { String($0) } ?? "",
                conversation.isPublic ? "yes" : "",
            ])
        }
        Console.print(table.lines.joined(separator: "\n"))
    }
}
