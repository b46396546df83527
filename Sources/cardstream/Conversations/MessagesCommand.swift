internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import CardStreamComapi
internal import Cards

import struct Foundation.Date

/// `cardstream messages`: prints the messages of a conversation.
struct MessagesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "messages",
        abstract: "Print the messages of a conversation, oldest first.",
        discussion: """
            Prints the newest messages; with --before N, the messages before event N. --json prints one object per \
            line, as `cardstream schema message` describes; `event` is the event number of the message. Exit code 3: \
            no messages.

            EXAMPLES
              cardstream messages release
              cardstream messages release --limit 200 --json | jq -r .text
              cardstream messages release --before 40
            """)

    @OptionGroup var source: SourceOptions

    @Argument(help: ArgumentHelp("The id of the conversation.", valueName: "id"))
    var id: String

    @Option(help: ArgumentHelp("How many messages to print at most.", valueName: "count"))
    var limit = 50

    @Option(help: ArgumentHelp("Print only messages before the event with this number.", valueName: "event"))
    var before: Int?

    @Flag(help: "Print one line of JSON per message.")
    var json = false

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit must be from 1 to 10000.") }
    }

    func run() throws {
        let client = try source.client()
        let (id, limit, before) = (id, limit, before)
        let messages = try runBlocking {
            var pager = client.conversations.pager(of: id, before: before)
            var messages: [ConversationMessage] = []
            while messages.count < limit, let page = try await pager.next() { messages = page + messages }
            return messages.suffix(limit)
        }
        guard !messages.isEmpty else { throw ExitStatus.nothingMatched }
        let zone = LocalZone.system(around: Date())
        for message in messages {
            if json { Console.json(message.printed()) } else { Console.print(message.line(in: zone)) }
        }
    }
}
