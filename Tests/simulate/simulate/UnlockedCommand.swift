import FeedAPI
import FeedEngine
import FeedStorage

/// A command without its lock: it decides on data that was read a moment before it writes (``Mutation/unlocked``).
struct UnlockedCommand<Command: FeedCommand>: FeedCommand {
    private var command: Command
    private let stale: LoadedFeeds
    private var isFirst = true

    var time: Int64 { command.time }

    init(_ command: Command, of storage: any FeedStorage, pause: Double) async throws(Problem) {
        self.command = command
        var reading = command
        stale = try await storage.run(Reading(needs: reading.begin(), time: command.time)).reply
        // Cancellation ends the wait early.
        try? await Task.sleep(for: .seconds(pause))
    }

    mutating func begin() -> FeedNeeds { command.begin() }

    mutating func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Command.Reply> {
        defer { isFirst = false }
        return try command.decide(isFirst ? stale : loaded)
    }

    private struct Reading: FeedCommand {
        let needs: FeedNeeds
        let time: Int64

        mutating func begin() -> FeedNeeds { needs }

        mutating func decide(_ loaded: LoadedFeeds) -> FeedDecision<LoadedFeeds> { .reply(loaded) }
    }
}
