internal import AppRuntime
internal import ArgumentParser
internal import CardSession
internal import Cards
internal import FeedAPI

/// `cardstream metrics`: prints the server's counts of the user's cards.
struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Print the number of cards and of unseen cards.",
        discussion: """
            The numbers come from the server, or from the feed of your profile. Only open cards count; snoozed \
            cards and cards that you have answered do not count, as in `count` and `status`; unlike these commands, \
            `metrics` includes streams that no screen of the profile shows. A card counts as seen when a viewer has reported showing it. If the server does not respond, the command prints the last known \
            numbers with a tilde (~4), and the reason on standard error. Without --stream, the command prints the \
            numbers for each stream and for all streams together. --json prints an object, as `cardstream schema \
            metrics` describes. Exit code 3: no cards.

            EXAMPLES
              cardstream metrics
              cardstream metrics --stream ops --json
              test "$(cardstream metrics --json | jq .unseen)" -gt 0 &&
                notify-send "Cards are waiting"
            """)

    @OptionGroup var account: UserStreamOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let setup = try account.setup().ofKnownProfile()
        let stream = account.options.stream == nil ? nil : setup.config.stream
        let numbers = try numbers(setup, of: stream)
        if let stream { print(numbers, of: stream) } else { print(numbers) }
        if numbers.counts.counts(of: stream).total == 0 { throw ExitStatus.nothingMatched }
    }

    private func numbers(_ setup: Setup, of stream: StreamID?) throws -> StatusNumbers {
        let access = ViewerAccess(setup)
        do {
            return StatusNumbers(
                StatusNumbers.merge(try runBlocking { try await access.requests().metrics() }, setup))
        } catch {
            return try StatusNumbers.lastKnown(setup, of: stream.map { [$0] }, after: CommandFailure(error))
        }
    }

    private func print(_ numbers: StatusNumbers, of stream: StreamID) {
        let counts = numbers.counts.counts(of: stream)
        let (mark, total, unseen) = (numbers.mark, counts.total, counts.unseen)
        guard json else {
            return Console.print("\(mark)\(total) \(total == 1 ? "card" : "cards"), \(mark)\(unseen) unseen")
        }
        var object: JSONObject = ["total": .number(JSONNumber(total)), "unseen": .number(JSONNumber(unseen))]
        numbers.describe(in: &object)
        Console.json(.object(object))
    }

    private func print(_ numbers: StatusNumbers) {
        let (mark, metrics) = (numbers.mark, numbers.counts.metrics)
        if json {
            guard numbers.isOld else { return Console.json(FeedCoder.encode(metrics)) }
            return Console.json(StatusCommand.json(numbers, of: nil, withActions: false))
        }
        var table = TextTable(["STREAM", "CARDS", "UNSEEN"])
        for (stream, counts) in metrics.streams.sorted(by: { $0.key < $1.key }) {
            table.add([stream.rawValue, "\(mark)\(counts.total)", "\(mark)\(counts.unseen)"])
        }
        table.add(["all", "\(mark)\(metrics.totalCards)", "\(mark)\(metrics.unseenCards)"])
        Console.print(table.lines.joined(separator: "\n"))
    }
}
