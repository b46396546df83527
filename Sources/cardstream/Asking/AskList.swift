internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI
internal import FeedTransport

/// `cardstream ask list`: lists questions.
struct AskList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the open questions.",
        discussion: """
            With --all, lists settled questions as well, with their outcomes; the server keeps settled questions for \
            30 days. With --json, each line is one question, as `cardstream schema ask` describes. Exit code 3: no \
            questions.

            EXAMPLES
              cardstream ask list
              cardstream ask list --all --json | jq 'select(.outcome == "timeout").title'
            """)

    @OptionGroup(title: "Settings")
    var options: ConnectionOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @Flag(help: "List settled questions, too.")
    var all = false

    @Flag(help: "Print one line of JSON for each question.")
    var json = false

    @Option(help: ArgumentHelp("List at most this many questions, from 1 to 1000, newest first.", valueName: "number"))
    var limit = 100

    func validate() throws {
        guard (1...1000).contains(limit) else { throw ValidationError("--limit must be from 1 to 1000.") }
    }

    func run() throws {
        try AskExit.run {
            let caller = try PublisherAccess(options.load(publisher.flags).ofKnownProfile()).caller()
            let query = AskQuery(includesSettled: all, limit: limit)
            let asks = try runBlocking { try await caller.asks(query) }
            if json {
                for ask in asks { Console.json(FeedCoder.encode(ask)) }
            } else if asks.isEmpty {
                Console.error(all ? "no questions" : "no open questions; --all lists settled questions")
            } else {
                let ids = ShortIDs(asks.map(\.id.rawValue))
                var table = TextTable(["ID", "ASKED", "DEADLINE", "OUTCOME", "USERS", "QUESTION"])
                for ask in asks {
                    table.add([
                        ids[ask.id.rawValue], TextTable.time(FeedTime.text(ask.createdAt)),
                        TextTable.time(FeedTime.text(ask.deadline)), ask.settlement?.outcome.rawValue ?? "open",
                        ask.cards.map(\.user.rawValue).joined(separator: ","), ask.title ?? "",
                    ])
                }
                Console.print(table.lines.joined(separator: "\n"))
            }
            if asks.isEmpty { throw ExitStatus.nothingMatched }
        }
    }
}
