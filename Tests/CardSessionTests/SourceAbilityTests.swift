import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

@testable import CardSession

/// A session with a source that supports less than our server.
@Suite(.timeLimit(.minutes(1))) struct SourceAbilityTests {
    /// Our server with other capabilities, and with nothing but cards.
    private struct LimitedSource: CardSource {
        var capabilities: SourceCapabilities
        let source: FeedSource

        func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
            try await source.snapshot(of: stream, page: page)
        }

        func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta? {
            try await source.changes(of: stream, since: cursor)
        }

        func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt {
            try await source.perform(action)
        }
    }

    private func session(_ feed: TestFeed, _ capabilities: SourceCapabilities) async throws -> CardSession {
        let session = try CardSession(.memory)
        await session.connect(
            LimitedSource(capabilities: capabilities, source: FeedSource(feed.client())), streams: [feed.stream],
            delivery: .push(fallbackInterval: .seconds(1))
        ) { _ in }
        for await update in try session.observeStream(id: feed.stream) where try update.get().count == 2 { break }
        return session
    }

    @Test func `only actions that may be delayed are held for an undo`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(), makeBody())
        let session = try await session(
            feed, SourceCapabilities(actions: [.dismiss, .snooze, .unsnooze], undoable: [.snooze]))
        let start = Date()
        let dismissed = try await session.respond(
            to: cards[0], in: feed.stream, with: .dismiss, undoWindow: .seconds(60))
        #expect(dismissed < start + 30)
        let until = start.addingTimeInterval(7200)
        let snoozed = try await session.respond(
            to: cards[1], in: feed.stream, with: .snooze(until: until), undoWindow: .seconds(60))
        #expect(snoozed >= start + 60)
        while try await feed.outcome(cards[0]).status != .dismissed { await Task.yield() }
        #expect(try await feed.outcome(cards[1]).status == .active)
        #expect(try await session.undo() != .nothing)
        await session.close()
    }

    @Test func `unsupported actions are refused for one card or many, and nothing is stored`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(), makeBody())
        let session = try await session(feed, SourceCapabilities(actions: [.dismiss]))
        #expect(session.sourceCapabilities == SourceCapabilities(actions: [.dismiss]))
        let refused = SessionError.unsupported("This feed accepts no votes")
        await #expect(throws: refused) {
            try await session.respond(to: cards[0], in: feed.stream, with: .voteUp(message: nil))
        }
        await #expect(throws: refused) {
            try await session.respond(toAll: cards, in: feed.stream, with: .voteUp(message: nil))
        }
        #expect(try await session.database.outboxCounts().waiting == 0)
        // The stored cards are counted, because the source has no numbers.
        #expect(try await session.userMetrics().streams[feed.stream]?.total == 2)
        await #expect { try await session.updateUser(UserSettings(name: "Ana")) } throws: { error in
            guard case .data(let cause) = error as? RequestError else { return false }
            return cause.problem == "unsupported"
        }
        await session.close()
    }

    @Test func `events are not collected for a source that does not accept them`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(), makeBody())
        let session = try await session(feed, SourceCapabilities(actions: [.dismiss]))
        #expect(try await session.perform(.dismiss(cards[0], in: feed.stream)) == .delivered)
        #expect(try await session.database.queuedRecordCount() == 0)
        await session.close()
    }
}
