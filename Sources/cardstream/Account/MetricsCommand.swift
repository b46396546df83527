internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI

/// `cardstream metrics`: the server's counts of the user's cards.
struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Print how many cards wait for you, and how many you have not seen.",
        discussion: """
            By the count of the server, or of the feed of your profile whether or not a server runs: active cards only, and \
            as seen counts what a viewer has reported. The numbers are of all streams; with --stream of one, and a stream \
            that does not exist has none. --json prints an object, as `cardstream schema metrics` describes. Exit code 3 \
            when no card waits.

            EXAMPLES
              cardstream metrics
              cardstream metrics --stream ops --json
              test "$(cardstream metrics --json | jq .unseen)" -gt 0 &&
                notify-send "Cards wait"
            """)

    @OptionGroup var account: AccountOptions

    @Flag(help: "As JSON.")
    var json = false

    func run() throws {
        let setup = try account.setup()
        let access = ViewerAccess(setup)
        let metrics = try runBlocking { try await access.requests().metrics() }
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
