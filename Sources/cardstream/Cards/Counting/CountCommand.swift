internal import AppRuntime
internal import ArgumentParser
internal import CardSession
internal import Cards

/// `cardstream count`: prints the number of cards, once or at every change.
struct CountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Count the cards that wait for you.",
        discussion: """
            Prints a line for each stream that a screen of the profile shows: its name and the number of cards; with \
            --filter, also how many cards match. \
            Cards that you have answered do not count. If the server does not respond, the command prints the last \
            known numbers with a tilde, ~4, and the reason on standard error. Exit code 3: there is no card to count. \
            With --json each line is an object, as `cardstream schema count` describes.

            --watch prints a line whenever a number changes, until Ctrl-C (exit code 130). You can open a viewer in \
            the meantime; cards that you see in the viewer still count as unseen in this command.

            EXAMPLES
              cardstream count
              cardstream count --filter priority:1 --json | jq .visible
              cardstream count --watch --json --stream ops
            """)

    @OptionGroup var options: CardsOptions
    @OptionGroup var filter: FilterOptions

    @Flag(help: "Keep printing changes until Ctrl-C.")
    var watch = false

    @Flag(help: "Count only the cards stored on this machine.")
    var offline = false

    @Flag(help: "Print one line of JSON per stream.")
    var json = false

    func validate() throws {
        if watch, offline { throw ValidationError("--watch needs the server; use it without --offline.") }
    }

    func run() throws {
        let signals = watch ? Signals([.interrupt, .terminate, .hangup, .quit, .suspend]) : nil
        let filter = try filter.filter()
        let setup = try options.setup().ofKnownProfile()
        let cards = try CardsSession(reading: setup, follows: watch)
        if let signals { return try CountWatch(cards, filter, isJSON: json).untilSignal(signals) }
        let (isJSON, isOffline, timeout) = (json, offline, options.timeout)
        let visible = try runBlocking {
            do {
                let old = try await isOffline ? nil : Self.synchronise(cards, within: timeout, setup)
                var all = 0
                for stream in cards.streams where old.map({ $0.counts.metrics.streams[stream] != nil }) ?? true {
                    let total = try cards.session.window(FeedQuery(streamID: stream, before: 0, after: 0)).totalCount
                    let visible =
                        filter.isEmpty
                        ? total : try await cards.session.cardIDs(in: stream, matching: filter).count
                    CountWatch.print(
                        CardCount(streamID: stream, visible: visible, total: total), isFiltered: !filter.isEmpty,
                        isJSON: isJSON, old: old)
                    all += visible
                }
                await cards.close()
                return all
            } catch {
                await cards.close()
                throw error
            }
        }
        if visible == 0 { throw ExitStatus.nothingMatched }
    }

    /// Returns the last known numbers if the server does not respond; nil if it does.
    private static func synchronise(
        _ cards: CardsSession, within timeout: Double, _ setup: Setup
    ) async throws -> StatusNumbers? {
        do {
            try await cards.synchronise(within: timeout)
            return nil
        } catch let failure as CommandFailure {
            return try StatusNumbers.lastKnown(setup, of: cards.streams, after: failure)
        }
    }
}
