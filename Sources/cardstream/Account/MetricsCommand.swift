internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI

/// `cardstream metrics`: the server's counts of the user's cards.
struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Tell how many cards wait for you, and how many you have not seen.",
        discussion: """
            By the server's count: active cards only, and as seen counts what a viewer has told it. With --in a stream \
            that does not exist has none. --json prints an object, as `cardstream schema metrics` describes.

            EXAMPLES
              cardstream metrics
              cardstream metrics --in ops --json
              test "$(cardstream metrics --json | jq .unseen)" -gt 0 && notify-send "Cards wait"
            """)

    @OptionGroup var account: AccountOptions

    @Option(name: .customLong("in"), help: ArgumentHelp("Of this stream only.", valueName: "stream"))
    var stream: String?

    @Flag(help: "As JSON.")
    var json = false

    func run() throws {
        let stream = try stream.map { name throws(CommandFailure) in try StreamID(argument: name, "--in") }
        let access = ViewerAccess(try account.setup())
        let metrics = try runBlocking { try await access.connect().metrics() }
        if let stream {
            let (total, unseen) = (metrics.totalCards(in: stream), metrics.unseenCards(in: stream))
            return json
                ? Console.json(
                    .object(["total": .number(JSONNumber(total)), "unseen": .number(JSONNumber(unseen))]))
                : Console.print("\(total) \(total == 1 ? "card" : "cards"), \(unseen) unseen")
        }
        if json { return Console.json(FeedCoder.encode(metrics)) }
        var table = TextTable(["STREAM", "CARDS", "UNSEEN"])
        for (stream, counts) in metrics.streams.sorted(by: { $0.key < $1.key }) {
            table.add([stream.rawValue, String(counts.total), String(counts.unseen)])
        }
        table.add(["all", String(metrics.totalCards), String(metrics.unseenCards)])
        Console.print(table.lines.joined(separator: "\n"))
    }
}
