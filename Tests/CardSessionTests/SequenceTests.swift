import Basics
import CardSession
import CardSources
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// What a host reads from a session in loops: statuses, results of actions, and snapshots of streams.
@Suite struct SequenceTests {
    @Test func `the sequence of statuses continues over logins and a logout, and ends with the session`() async throws {
        let feed = try await TestFeed()
        let session = try CardSession(.memory)
        #expect(session.status == nil)
        let (all, others) = (Calls<SyncStatus.Connection>(), Calls<SyncStatus.Connection>())
        let readers = [all, others].map { calls in
            Task { for await status in session.statuses { calls.record(status.connection) } }
        }
        try await feed.listening { url in
            let token = try await feed.token(of: "ana")
            for round in 1...2 {
                try await session.login(
                    environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey, baseURL: url
                ) { token }
                let observing = try session.observeStream(id: feed.stream) { _ in }
                for calls in [all, others] {
                    try await eventually("live") { calls.all.last == .live }
                }
                #expect(session.status?.connection == .live)
                // A reader that starts late receives the current status first.
                for await status in session.statuses {
                    #expect(status.connection == .live)
                    break
                }
                observing.cancel()
                try await session.logout()
                #expect(session.status == nil, "after logout \(round)")
                let loggedOut = SyncStatus.Connection.stopped(.authentication("logged out"))
                try await eventually("logged out") { all.all.last == loggedOut && others.all.last == loggedOut }
            }
        }
        await session.close()
        for reader in readers { await reader.value }
        for await _ in session.statuses { Issue.record("a closed session has no status") }
    }

    @Test func `the end of each action is reported, whoever performed it`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(), makeBody(), makeBody(actions: ActionProperties()))
        let session = try await feed.session(streams: [feed.stream])
        for await update in try session.observeStream(id: feed.stream) where try update.get().count == 3 { break }
        let deliveries = Calls<CardSession.Delivery>()
        let reader = Task { for await delivery in session.deliveries { deliveries.record(delivery) } }
        let second = Calls<CardSession.Delivery>()
        let another = Task { for await delivery in session.deliveries { second.record(delivery) } }
        try await session.perform(.dismiss(cards[0], in: feed.stream))
        try await session.respond(to: cards[1], in: feed.stream, with: .dismiss)
        // The card does not offer votes.
        try await session.respond(to: cards[2], in: feed.stream, with: .voteUp(message: nil))
        for calls in [deliveries, second] {
            for card in cards.prefix(2) {
                let delivery = try await calls.first("\(card)") { $0.cardID == card }
                #expect(delivery == .init(cardID: card, response: .dismiss, result: .delivered))
            }
            let refusal = try await calls.first("the refusal") { $0.cardID == cards[2] }
            guard case .refused(let reason) = refusal.result else {
                Issue.record("\(refusal)")
                continue
            }
            #expect(!reason.isEmpty && refusal.response == .voteUp(message: nil))
        }
        await session.close()
        await reader.value
        await another.value
    }

    @Test func `a snapshot says that its limit has cut off cards`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(priority: 1), makeBody(priority: 2), makeBody(priority: 3))
        let session = try await feed.session()
        for await snapshot in try session.snapshots(
            in: feed.stream, configuration: StreamObserverConfiguration(limit: 2))
        where snapshot.totalCount == 3 {
            #expect(
                snapshot.cards.map(\.id) == Array(cards.prefix(2)) && snapshot.isTruncated && snapshot.problem == nil)
            break
        }
        for await snapshot in try session.snapshots(in: feed.stream) where snapshot.totalCount == 3 {
            #expect(snapshot.cards.map(\.id) == cards && !snapshot.isTruncated)
            break
        }
        await session.close()
    }

    @Test func `the loop of snapshots survives a server that is away, and ends with the logout`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody())
        let source = RecordedSource(feed, isDown: true)
        let session = try CardSession(.memory)
        try await session.connect(
            to: source, for: "ana", streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1)))
        let seen = Calls<StreamSnapshot>()
        let loop = Task {
            for await snapshot in try session.snapshots(in: feed.stream) { seen.record(snapshot) }
        }
        let failed = try await seen.first("the failure") { $0.problem != nil }
        #expect(failed.cards.isEmpty && failed.problem?.code == .unreachable && failed.problem?.isRetryable == true)
        source.comeUp()
        await session.refresh()
        let shown = try await seen.first("the card") { !$0.cards.isEmpty }
        #expect(shown.cards.map(\.id) == cards && shown.problem == nil)
        try await session.logout()
        try await loop.value
        #expect(seen.all.last?.cards.isEmpty == true && seen.all.last?.problem?.code == .notLoggedIn)
        await session.close()
    }

    @Test func `a card is found by its id as long as its stream shows it`() async throws {
        let feed = try await TestFeed()
        let body = makeBody(
            title: "Pay {{amount}}", variables: [RuntimeVariable(name: "amount", defaultValue: "12 EUR")])
        let cards = try await feed.publish(body, makeBody(title: "Other"))
        let session = try await feed.session(streams: [feed.stream])
        for await update in try session.observeStream(id: feed.stream) where try update.get().count == 2 { break }
        #expect(try await session.card(cards[0], in: feed.stream)?.body.title == "Pay 12 EUR")
        let values = RuntimeVariableSource { cards in
            Dictionary(uniqueKeysWithValues: cards.map { ($0.id, ["amount": "5 EUR"]) })
        }
        #expect(try await session.card(cards[0], in: feed.stream, variables: values)?.body.title == "Pay 5 EUR")
        #expect(try await session.card("unknown", in: feed.stream) == nil)
        #expect(try await session.card(cards[0], in: "other") == nil)
        try await session.perform(.dismiss(cards[0], in: feed.stream))
        #expect(try await session.card(cards[0], in: feed.stream) == nil)
        #expect(try await session.card(cards[1], in: feed.stream)?.id == cards[1])
        await session.close()
        await #expect(throws: SessionError.closed) { try await session.card(cards[1], in: feed.stream) }
    }
}
