internal import AppRuntime
internal import ArgumentParser
internal import CardSession
internal import Cards
internal import FeedAPI

/// `cardstream metrics`: the server's counts of the user's cards.
struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Print the number of cards and of unseen cards.",
        discussion: """
            The numbers come from the server, or from the feed of your profile, without the cards that you have \
            answered: they agree with `count` and `status`. Only active cards count; a card counts as seen once a \
            viewer has reported it. Without --stream the numbers cover all streams. --json prints an object, as \
            `cardstream schema metrics` describes. Exit code 3: no cards.

            EXAMPLES
              cardstream metrics
              cardstream metrics --stream ops --json
              test "$(cardstream metrics --json | jq .unseen)" -gt 0 &&
                notify-send "Cards wait"
            """)

    @OptionGroup var account: UserStreamOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let setup = try account.setup()
        let access = ViewerAccess(setup)
        let counts = StatusNumbers.merge(try runBlocking { try await access.requests().metrics() }, setup)
        let metrics = counts.metrics
        if account.options.stream != nil {
            print(metrics.streams[setup.config.stream] ?? UserMetrics.Counts())
        } else {
            print(metrics)
        }
        let waiting =
            account.options.stream == nil ? metrics.totalCards : metrics.totalCards(in: setup.config.stream)
        if waiting == 0 { throw ExitStatus.nothingMatched }
    }

    private func print(_ counts: UserMetrics.Counts) {
        let (total, unseen) = (counts.total, counts.unseen)
        json
            ? Console.json(.object(["total": .number(JSONNumber(total)), "unseen": .number(JSONNumber(unseen))]))
            : Console.print("\(total) \(total == 1 ? "card" : "cards"), \(unseen) unseen")
    }

    private func print(_ metrics: UserMetrics) {
        if json { return Console.json(FeedCoder.encode(metrics)) }
        var table = TextTable(["STREAM", "CARDS", "UNSEEN"])
        for (stream, counts) in metrics.streams.sorted(by: { $0.key < $1.key }) {
            table.add([stream.rawValue, String(counts.total), String(counts.unseen)])
        }
        table.add(["all", String(metrics.totalCards), String(metrics.unseenCards)])
        Console.print(table.lines.joined(separator: "\n"))
    }
}
