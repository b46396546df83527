import CardSources
import Cards

/// Rules about live feeds.
extension SourceContract {
    static let followingRules: [Rule] = [
        rule("a live feed catches up first, then delivers changes") { run in
            try await run.publish("Present")
            let cursor = try await run.snapshot().cursor
            let missed = try await run.publish("Missed")
            try await run.follow(since: cursor) { reader, live in
                let backlog = try await reader.upserts(1)
                try run.expect(backlog.map(\.id) == [missed], "the backlog is \(backlog.map(\.id))")
                let reached = try run.unwrap(reader.cursor, "the changes have no cursor")
                try await live.acknowledge(reached, of: run.stream)
                try await reader.caughtUp(with: run.stream)
                let pushed = try await run.publish("Pushed")
                try run.expect(try await reader.upserts(1).map(\.id) == [pushed], "a different card arrived")
                try await run.fixture.withdraw(pushed)
                try run.expect(try await reader.removals(1).map(\.id) == [pushed], "a different card was removed")
                let last = try run.unwrap(reader.cursor, "the changes have no cursor")
                try await live.acknowledge(last, of: run.stream)
                try run.expect(
                    try await run.source.changes(of: run.stream, since: last) == nil,
                    "there are changes after the cursor of the last pushed change")
            }
        },
        rule("without a cursor all cards are delivered") { run in
            let cards: Set<CardID> = [try await run.publish("One"), try await run.publish("Two")]
            try await run.follow(since: nil) { reader, _ in
                try run.expect(Set(try await reader.upserts(2).map(\.id)) == cards, "different cards arrived")
            }
        },
        rule("an expired cursor is reported, and the stream can be resumed") { run in
            let card = try await run.publish("Present")
            try await run.follow(since: FeedCursor(rawValue: "no cursor of this source")) { reader, live in
                try run.expect(
                    try await reader.next() == .cursorExpired(run.stream),
                    "the first event does not report the expired cursor")
                let cursor = try await run.snapshot().cursor
                try await live.resume(Subscription(streamID: run.stream, since: cursor))
                try await reader.caughtUp(with: run.stream)
                try await run.fixture.withdraw(card)
                try run.expect(try await reader.removals(1).map(\.id) == [card], "a different card was removed")
            }
        },
        rule("a check of a healthy feed changes nothing") { run in
            let cursor = try await run.snapshot().cursor
            try await run.follow(since: cursor) { reader, live in
                try await reader.caughtUp(with: run.stream)
                await live.check()
                let card = try await run.publish("After the check")
                try run.expect(try await reader.upserts(1).map(\.id) == [card], "a different card arrived")
            }
        },
    ]

    private static func rule(_ name: String, _ body: @escaping @Sendable (RuleRun) async throws -> Void) -> Rule {
        Rule(name, concerns: { $0.delivery == .live }, body)
    }
}

extension RuleRun {
    /// Follows the stream, and closes the feed at the end.
    fileprivate func follow(
        since cursor: FeedCursor?, _ body: (LiveReader, any LiveFeed) async throws -> Void
    ) async throws {
        let live = try await source.follow([Subscription(streamID: stream, since: cursor)])
        do { try await body(LiveReader(self, live), live) } catch {
            await live.close()
            throw error
        }
        await live.close()
        // Closing it again must be harmless.
        await live.close()
    }
}

/// Reads a live feed event by event. Fails if no event arrives within 20 seconds.
private final class LiveReader {
    private let run: RuleRun
    private let events: AsyncThrowingStream<LiveEvent, any Error>
    /// The cursor of the last changes; nil before the first.
    private(set) var cursor: FeedCursor?

    init(_ run: RuleRun, _ live: any LiveFeed) {
        self.run = run
        events = live.events
    }

    func next() async throws -> LiveEvent {
        let events = events
        let event = try await withThrowingTaskGroup(of: LiveEvent?.self) { group in
            group.addTask {
                var iterator = events.makeAsyncIterator()
                return try await iterator.next()
            }
            group.addTask { [run] in
                try await Task.sleep(for: .seconds(20))
                throw SourceContractFailure(rule: run.rule, detail: "no event arrived within 20 seconds")
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
        let found = try run.unwrap(event, "the feed has ended")
        if case .changes(let delta) = found { cursor = delta.cursor }
        return found
    }

    /// Reads events until there are at least `count` new or changed cards.
    func upserts(_ count: Int) async throws -> [FeedEntry] {
        var found: [FeedEntry] = []
        while found.count < count {
            guard case .changes(let delta) = try await next() else { continue }
            found += delta.upserts
        }
        return found
    }

    func removals(_ count: Int) async throws -> [FeedRemoval] {
        var found: [FeedRemoval] = []
        while found.count < count {
            guard case .changes(let delta) = try await next() else { continue }
            found += delta.removals
        }
        return found
    }

    func caughtUp(with stream: StreamID) async throws {
        while try await next() != .caughtUp(stream) {}
    }
}
