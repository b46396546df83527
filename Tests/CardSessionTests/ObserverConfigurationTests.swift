import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// The effects of the numbers in an observer's configuration.
@Suite(.timeLimit(.minutes(1))) struct ObserverConfigurationTests {
    /// Symbols: observer-configuration, observer-interval
    @Test func `without push, a stream is polled at the configured interval`() async throws {
        let feed = try await TestFeed()
        let first = try await feed.publish(makeBody(title: "One"))
        let session = try CardSession(.memory)
        await session.connect(FeedSource(feed.client()), streams: [], delivery: .polling(interval: .seconds(3600))) {
            _ in
        }
        let calls = Calls<CardSession.StreamUpdate>()
        let configuration = StreamObserverConfiguration(refreshInterval: .seconds(1))
        try session.observeStream(id: feed.stream, configuration: configuration) { calls.record($0) }
        _ = try await calls.first("the card") { (try? $0.get().map(\.id)) == first }
        let second = try await feed.publish(makeBody(title: "Two"))
        _ = try await calls.first("both, without being asked") { (try? $0.get().map(\.id)) == second + first }
        await session.close()
    }

    /// Symbols: observer-interval, refresh-interval
    @Test(arguments: [(0.0, 0.0), (0.2, 1), (-3, 1), (1, 1), (15, 15)])
    func `an interval below 1 second is 1 second, except 0`(interval: Double, used: Double) throws {
        let configuration = StreamObserverConfiguration(refreshInterval: .seconds(interval))
        try configuration.check()
        #expect(configuration.pollingInterval == used)
    }

    /// Symbols: observer-interval
    @Test func `an interval of 0 means a single load`() async throws {
        let feed = try await TestFeed()
        let first = try await feed.publish(makeBody(title: "One"))
        let session = try CardSession(.memory)
        await session.connect(FeedSource(feed.client()), streams: [], delivery: .polling(interval: .seconds(3600))) {
            _ in
        }
        let (once, often) = (Calls<CardSession.StreamUpdate>(), Calls<CardSession.StreamUpdate>())
        try session.observeStream(id: feed.stream, configuration: .init(refreshInterval: .zero)) { once.record($0) }
        _ = try await once.first("the card") { (try? $0.get().map(\.id)) == first }
        // Another stream of the same session, which shows that time has passed.
        try session.observeStream(id: "other", configuration: .init(refreshInterval: .seconds(1))) { often.record($0) }
        _ = try await often.first("no cards") { (try? $0.get().isEmpty) == true }
        _ = try await feed.publish(makeBody(title: "Two"))
        let other = try await feed.publish(makeBody(title: "Three"), in: "other")
        _ = try await often.first("the other is looked at") { (try? $0.get().map(\.id)) == other }
        #expect(once.all.allSatisfy { (try? $0.get().map(\.id)) == first })
        await session.close()
    }

    /// Symbols: observer-timeout
    @Test func `values that a host does not provide in time are the defaults`() async throws {
        let feed = try await TestFeed()
        let variable = RuntimeVariable(name: "amount", defaultValue: "nothing")
        _ = try await feed.publish(makeBody(title: "You have {{amount}}", variables: [variable]))
        let session = try await feed.session()
        let configuration = StreamObserverConfiguration(variableResolutionTimeout: .seconds(0.05)) { cards in
            try? await Task.sleep(for: .seconds(3600))
            return cards
        }
        let calls = Calls<CardSession.StreamUpdate>()
        try session.observeStream(id: feed.stream, configuration: configuration) { calls.record($0) }
        _ = try await calls.first("the default") { update in
            guard case .headline(let headline)? = try? update.get().first?.components.first else { return false }
            return headline.text == "You have nothing"
        }
        await session.close()
    }

    /// Symbols: card-times
    @Test func `a card has the times that its server states`() async throws {
        let feed = try await TestFeed()
        var client = feed.client()
        let minutes = (1...4).map { Date(milliseconds: Date().milliseconds / 60_000 * 60_000 + Int64($0) * 60_000) }
        let live = client.snapshot
        client.snapshot = { query, cursor throws(FeedError) in
            var page = try await live(query, cursor)
            for index in page.entries.indices {
                page.entries[index].createdAt = minutes[0]
                page.entries[index].activeAt = minutes[1]
                page.entries[index].updatedAt = minutes[2]
                page.entries[index].expiresAt = minutes[3].addingTimeInterval(86_400)
            }
            return page
        }
        _ = try await feed.publish(makeBody(title: "One"))
        let session = try CardSession(.memory)
        await session.connect(FeedSource(client), streams: [], delivery: .polling(interval: .seconds(3600))) { _ in }
        let calls = Calls<CardSession.StreamUpdate>()
        try session.observeStream(id: feed.stream) { calls.record($0) }
        let update = try await calls.first("the card") { (try? $0.get().count) == 1 }
        let card: Card = try #require(try update.get().first)
        #expect(card.createdAt == minutes[0] && card.activeAt == minutes[1] && card.updatedAt == minutes[2])
        #expect(card.expiresAt == minutes[3].addingTimeInterval(86_400))
        await session.close()
    }

    /// Symbols: card-action-properties, card-action-flags, card-priority, card-lifecycle, card-event-name
    @Test(arguments: [ActionProperties.OverflowMenuStyle.overflow, .dismiss, .hidden])
    func `a host reads how a card's menu is, its priority, its life cycle and its event`(
        style: ActionProperties.OverflowMenuStyle
    ) async throws {
        let feed = try await TestFeed()
        var body = makeBody(
            title: "One", priority: 3,
            actions: ActionProperties(isDismissOverflowEnabled: false, overflowMenu: style))
        body.lifecycleID = "rent"
        body.eventName = "rent-due"
        _ = try await feed.publish(body)
        let session = try await feed.session()
        let calls = Calls<CardSession.StreamUpdate>()
        try session.observeStream(id: feed.stream) { calls.record($0) }
        let update = try await calls.first("the card") { (try? $0.get().count) == 1 }
        let card: Card = try #require(try update.get().first)
        #expect(card.actionProperties.overflowMenu == style && !card.actionProperties.isDismissOverflowEnabled)
        #expect(
            card.priority == 3 && card.body.lifecycleID == "rent" && card.body.eventName == "rent-due"
                && card.payloadMetadata.isEmpty)
        await session.close()
    }

    /// Symbols: events-flush
    @Test func `events wait for the interval, and are sent at once when that is asked for`() async throws {
        let feed = try await TestFeed()
        let id = try await feed.publish(makeBody(title: "One"))[0]
        let session = try await feed.session()
        try await session.setEventFlushInterval(.seconds(3600))
        for await update in try session.observeStream(id: feed.stream) where try update.get().count == 1 { break }
        try await session.perform(.dismiss(id, in: feed.stream))
        func isSent() async throws -> Bool {
            try await feed.server.analytics(environment: feed.keys.environment).contains {
                $0.name == SDKEvent.Kind.cardDismissed.rawValue
            }
        }
        try await eventually("the event waits") { try await session.waitingEvents() > 0 }
        #expect(try await !isSent())
        try await session.flushEvents()
        #expect(try await isSent())
        await session.close()
    }
}
