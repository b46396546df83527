import Basics
import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

@Suite struct ObservingTests {
    /// Symbols: observe-stream, stop-stream
    @Test func `changed cards of several streams are delivered without a container`() async throws {
        let feed = try await TestFeed()
        let first = try await feed.publish(makeBody(title: "One"))
        let session = try await feed.session()
        let calls = Calls<CardSession.StreamUpdate>()
        let other = Calls<CardSession.StreamUpdate>()
        let token = try session.observeStream(id: feed.stream) { calls.record($0) }
        try session.observeStream(id: "other") { other.record($0) }
        _ = try await calls.first("the card") { (try? $0.get().map(\.id)) == first }
        // An empty stream is not a failure.
        _ = try await other.first("no cards") { (try? $0.get().isEmpty) == true }
        let second = try await feed.publish(makeBody(title: "Two", priority: 1))
        _ = try await calls.first("both, the urgent one first") { (try? $0.get().map(\.id)) == second + first }
        token.cancel()
        token.cancel()
        let told = calls.all.count
        let third = try await feed.publish(makeBody(title: "Three"), in: "other")
        _ = try await other.first("the other goes on") { (try? $0.get().map(\.id)) == third }
        #expect(calls.all.count == told)
        await session.close()
    }

    @Test func `the first update of an unknown stream contains all of its cards`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(), makeBody(), makeBody())
        for _ in 1...20 {
            let session = try await feed.session(streams: ["other"])
            let updates = try session.observeStream(id: feed.stream)
            // Repeatedly accesses the stream.
            let looking = Task.detached {
                while !Task.isCancelled {
                    session.resolveRuntimeVariables(in: feed.stream)
                    await Task.yield()
                }
            }
            for await update in updates {
                #expect(try update.get().count == cards.count)
                break
            }
            looking.cancel()
            await session.close()
        }
    }

    @Test func `a refusal of the server has its status and problem, as in every other call`() async throws {
        let feed = try await TestFeed()
        var client = feed.client()
        let refused = FeedError.server(Problem(.unauthenticated), retryAfter: nil)
        client.openSocket = { () throws(FeedError) in throw refused }
        client.snapshot = { _, _ throws(FeedError) in throw refused }
        client.changes = { _, _ throws(FeedError) in throw refused }
        let session = try CardSession(.memory)
        await session.connect(FeedSource(client), streams: [], delivery: .push(fallbackInterval: .seconds(1))) { _ in }
        let calls = Calls<CardSession.StreamUpdate>()
        try session.observeStream(id: feed.stream) { calls.record($0) }
        let update = try await calls.first("the refusal") { if case .failure = $0 { true } else { false } }
        guard case .failure(.data(let cause)) = update else {
            Issue.record("\(update)")
            return
        }
        #expect(cause.httpStatus == 401 && cause.problem == "unauthenticated")
        await session.close()
    }

    @Test func `a window observation ends when it is released`() async throws {
        let feed = try await TestFeed()
        _ = try await feed.publish(makeBody())
        let session = try await feed.session(streams: [feed.stream])
        let kept = Calls<Int>()
        let dropped = Calls<Int>()
        func observe(_ calls: Calls<Int>) -> WindowObserver {
            session.observe(FeedQuery(streamID: feed.stream)) { _, result in
                if let window = try? result.get() { calls.record(window.totalCount) }
            }
        }
        let observer = observe(kept)
        do {
            let other = observe(dropped)
            _ = try await dropped.first("the card") { $0 == 1 }
            withExtendedLifetime(other) {}
        }
        let told = dropped.all.count
        _ = try await feed.publish(makeBody())
        _ = try await kept.first("the next card") { $0 == 2 }
        #expect(dropped.all.count == told)
        observer.stop()
        await session.close()
    }

    @Test func `the history and the snoozed cards are named as they were shown`() async throws {
        let feed = try await TestFeed()
        let body = makeBody(
            title: "Pay {{amount}}", variables: [RuntimeVariable(name: "amount", defaultValue: "12 EUR")])
        let card = try #require(try await feed.publish(body).first)
        let session = try await feed.session(streams: [feed.stream])
        try await eventually("the card is here") { try await session.cardCount(in: feed.stream) == 1 }
        try await session.perform(.snooze(card, in: feed.stream, for: .seconds(3600)))
        #expect(try await session.history().map(\.title) == ["Pay 12 EUR"])
        #expect(try await session.snoozedCards(in: [feed.stream]).map(\.title) == ["Pay 12 EUR"])
        let source = RuntimeVariableSource(values: ["amount": "7 EUR"])
        #expect(try await session.snoozedCards(in: [feed.stream], variables: source).map(\.title) == ["Pay 7 EUR"])
        await session.close()
    }

    /// Symbols: stop-stream
    @Test func `the session ends an observation as its token does`() async throws {
        let feed = try await TestFeed()
        let session = try await feed.session()
        let calls = Calls<CardSession.StreamUpdate>()
        let other = Calls<CardSession.StreamUpdate>()
        let token = try session.observeStream(id: feed.stream) { calls.record($0) }
        try session.observeStream(id: feed.stream) { other.record($0) }
        _ = try await calls.first("no cards") { _ in true }
        session.stopObserving(token)
        let told = calls.all.count
        let cards = try await feed.publish(makeBody())
        _ = try await other.first("the other goes on") { (try? $0.get().map(\.id)) == cards }
        #expect(calls.all.count == told)
        session.stopObserving(token)
        await session.close()
    }

    /// Symbols: card, card-id, card-times, card-metadata, card-has-buttons, card-action-properties, card-components
    /// Symbols: component-category, component-headline, component-list, component-buttons, subviews, submit-name
    @Test func `a host reads metadata, components, subviews and buttons`() async throws {
        let feed = try await TestFeed()
        let end = Date(milliseconds: (Date().milliseconds / 1000 + 3600) * 1000)
        _ = try await feed.publish(
            makeBody(
                title: "Lunch",
                components: [
                    .headline(Card.Headline(text: "Lunch")), .category(Card.Category(text: "Expenses")),
                    .list(
                        Card.ListBlock(items: [Card.ListBlock.Item(text: "Soup"), Card.ListBlock.Item(text: "Fish")])),
                    .buttons(
                        Card.ButtonContainer(buttons: [
                            Card.Button(
                                text: "Approve", action: .submit(Card.ButtonAction.Submission(buttonName: "approve"))),
                            Card.Button(text: "Dismiss", action: .dismiss),
                        ])),
                ], metadata: ["account": "123"],
                subviews: [
                    "more": Card.Subview(title: "More", components: [.headline(Card.Headline(text: "Details"))])
                ],
                expiresAt: end))
        let session = try await feed.session()
        for await update in try session.observeStream(id: feed.stream) {
            let card: Card = try #require(try update.get().first)
            #expect(!card.id.rawValue.isEmpty && card.expiresAt == end)
            #expect(abs(card.createdAt.timeIntervalSinceNow) < 60)
            #expect(card.updatedAt == card.createdAt && card.activeAt == card.createdAt)
            #expect(card.payloadMetadata == ["account": "123"])
            #expect(card.hasButtons && card.buttons.map(\.text) == ["Approve", "Dismiss"])
            #expect(card.buttons.map(\.submitName) == ["approve", nil])
            #expect(card.subviewIDs == ["more"] && card.subview(id: "more")?.title == "More")
            #expect(card.subview(id: "none") == nil)
            #expect(card.actionProperties.overflowMenu == .overflow)
            let components: [Card.Component] = card.components
            guard components.count == 4, case .headline(let headline) = components[0],
                case .category(let category) = components[1], case .list(let list) = components[2],
                case .buttons(let container) = components[3], let button = container.buttons.first,
                case .submit(let submission) = button.action
            else {
                Issue.record("\(components)")
                break
            }
            #expect(headline.text == "Lunch" && category.text == "Expenses")
            #expect(list.items.map(\.text) == ["Soup", "Fish"] && submission.buttonName == "approve")
            break
        }
        await session.close()
    }

    /// Symbols: observer-filters, filter-value
    @Test func `filters narrow what is observed`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(priority: 1), makeBody(priority: 5), makeBody(priority: 9))
        let session = try await feed.session()
        let urgentOrNot: [CardFilter.Criterion] = [.priority(1), .priority(9)]
        let filter = try CardFilter.in(urgentOrNot)
        let configuration = StreamObserverConfiguration(filters: [filter])
        for await update in try session.observeStream(id: feed.stream, configuration: configuration) {
            #expect(try update.get().map(\.id) == [cards[0], cards[2]])
            break
        }
        #expect(try await session.cardCount(in: feed.stream, filters: [filter]) == 2)
        await session.close()
    }

    private func variable(_ value: String) -> CardBody {
        makeBody(
            title: "You have {{amount}}", variables: [RuntimeVariable(name: "amount", defaultValue: value)])
    }

    private func titles(_ update: CardSession.StreamUpdate) -> [String]? {
        guard case .success(let cards) = update else { return nil }
        return cards.compactMap { card in
            if case .headline(let headline)? = card.components.first { headline.text } else { nil }
        }
    }

    /// Symbols: observer-variables, update-variables, card-variables
    @Test func `variables are resolved by the host, again on request, and otherwise by their defaults`() async throws {
        let feed = try await TestFeed()
        _ = try await feed.publish(variable("nothing"))
        let session = try await feed.session()
        let amount = Lock("500")
        let calls = Calls<CardSession.StreamUpdate>()
        var configuration = StreamObserverConfiguration()
        configuration.onRuntimeVariablesRequested = { cards in
            cards.map { card in
                var card = card
                #expect(card.runtimeVariables.map(\.name) == ["amount"])
                card.resolveRuntimeVariable(name: "amount", value: amount.withLock { $0 })
                card.resolveRuntimeVariable(name: "unknown", value: "x")
                return card
            }
        }
        try session.observeStream(id: feed.stream, configuration: configuration) { calls.record($0) }
        _ = try await calls.first("resolved") { titles($0) == ["You have 500"] }
        amount.withLock { $0 = "600" }
        session.resolveRuntimeVariables(in: feed.stream)
        _ = try await calls.first("resolved again") { titles($0) == ["You have 600"] }

        for timeout in [Duration.zero, .milliseconds(50)] {
            let late = StreamObserverConfiguration(variableResolutionTimeout: timeout) { cards in
                try? await Task.sleep(for: .seconds(60))
                return cards
            }
            for await update in try session.observeStream(id: feed.stream, configuration: late) {
                #expect(titles(update) == ["You have nothing"])
                break
            }
        }
        for await update in try session.observeStream(id: feed.stream) {
            #expect(titles(update) == ["You have nothing"])
            break
        }
        await session.close()
    }

    /// Symbols: stop-stream, logout
    @Test(arguments: [false, true])
    func `an update in preparation when its observation ends is not delivered`(byLogout: Bool) async throws {
        let feed = try await TestFeed()
        _ = try await feed.publish(variable("nothing"))
        let session = try await feed.session()
        let calls = Calls<CardSession.StreamUpdate>()
        let asked = Calls<Int>()
        let (gates, open) = AsyncStream.makeStream(of: Void.self)
        let slow = StreamObserverConfiguration(variableResolutionTimeout: .seconds(60)) { cards in
            asked.record(cards.count)
            for await _ in gates { break }
            return cards
        }
        let ends = Calls<Int>()
        let updates = try session.observeStream(id: feed.stream, configuration: slow)
        let reading = Task {
            for await _ in updates {}
            ends.record(1)
        }
        let token = try session.observeStream(id: feed.stream, configuration: slow) { calls.record($0) }
        _ = try await asked.first("the host is asked") { _ in asked.all.count == 2 }
        if byLogout { try await session.logout() } else { token.cancel() }
        open.finish()
        if byLogout {
            _ = try await ends.first("the end") { _ in true }
            let last = try await calls.first("the end") { _ in true }
            #expect(last == .failure(.notLoggedIn(missing: "a login")))
        }
        reading.cancel()
        await session.close()
        #expect(calls.all.allSatisfy { (try? $0.get()) == nil }, "\(calls.all)")
    }

    /// Symbols: observer-configuration, observer-interval, observer-timeout
    @Test(arguments: [
        StreamObserverConfiguration(limit: 0),
        StreamObserverConfiguration(variableResolutionTimeout: .seconds(-1)),
    ])
    func `an invalid configuration is refused`(configuration: StreamObserverConfiguration) async throws {
        let feed = try await TestFeed()
        let session = try await feed.session()
        #expect(throws: RequestError.self) {
            try session.observeStream(id: feed.stream, configuration: configuration) { _ in }
        }
        await session.close()
    }

    @Test func `an unreachable server is a failure only for a stream that was never loaded`()
        async throws
    {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody())
        let session = try await feed.session()
        for await _ in try session.observeStream(id: feed.stream) { break }
        var client = feed.client()
        client.openSocket = { () throws(FeedError) in throw .network("away") }
        client.snapshot = { _, _ throws(FeedError) in throw .network("away") }
        client.changes = { _, _ throws(FeedError) in throw .network("away") }
        await session.connect(FeedSource(client), streams: [], delivery: .push(fallbackInterval: .seconds(1))) { _ in }
        let known = Calls<CardSession.StreamUpdate>()
        let unknown = Calls<CardSession.StreamUpdate>()
        try session.observeStream(id: feed.stream) { known.record($0) }
        try session.observeStream(id: "other") { unknown.record($0) }
        guard case .failure(.network) = try await unknown.first("a failure", { _ in true }) else {
            Issue.record("\(unknown.all)")
            return
        }
        #expect(try known.all.map { try $0.get().map(\.id) } == [cards])
        await session.close()
    }

    /// Symbols: count-observe, count-stop, count-request, count-changed, count-visible
    @Test func `counts are delivered immediately and when they change, with and without filters`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(priority: 1), makeBody(priority: 9))
        let session = try await feed.session()
        #expect(try await session.cardCount(in: feed.stream) == 2)
        #expect(try await session.cardCount(in: "other") == 0)
        for await count in try session.cardCounts(in: feed.stream, filters: [.lessThan(.priority(5))]) {
            #expect(count == .success(1))
            break
        }
        let all = Calls<Result<Int, RequestError>>()
        let some = Calls<Result<Int, RequestError>>()
        try session.observeCardCount(in: feed.stream) { all.record($0) }
        let token = try session.observeCardCount(in: feed.stream, filters: [.lessThan(.priority(5))]) {
            some.record($0)
        }
        let changes = Calls<CardCount>()
        session.setVisibleLimit(1, in: feed.stream)
        let listening = Task { for await change in try session.cardCountChanges() { changes.record(change) } }
        _ = try await all.first("all") { $0 == .success(2) }
        _ = try await some.first("some") { $0 == .success(1) }
        _ = try await changes.first("one of two in sight") {
            $0 == CardCount(streamID: feed.stream, visible: 1, total: 2)
        }
        try await session.perform(.dismiss(cards[0], in: feed.stream))
        _ = try await all.first("one less") { $0 == .success(1) }
        _ = try await some.first("none of those") { $0 == .success(0) }
        _ = try await changes.first("the last one") { $0 == CardCount(streamID: feed.stream, visible: 1, total: 1) }
        #expect(throws: RequestError.self) {
            try session.observeCardCount(in: feed.stream, interval: .seconds(0.9)) { _ in }
        }
        token.cancel()
        let told = some.all.count
        _ = try await feed.publish(makeBody(priority: 1))
        _ = try await all.first("one more") { $0 == .success(2) && all.all.count > 2 }
        #expect(some.all.count == told)
        listening.cancel()
        await session.close()
    }

    @Test func `a slow reader of counts gets only the latest of each stream`() async throws {
        let feed = try await TestFeed()
        let session = try await feed.session(streams: [feed.stream, "other"])
        let slow = try session.cardCountChanges()
        let fast = Calls<CardCount>()
        let reading = Task { for await change in try session.cardCountChanges() { fast.record(change) } }
        for number in 1...20 {
            _ = try await feed.publish(makeBody())
            _ = try await fast.first("\(number)") { $0.streamID == feed.stream && $0.total == number }
        }
        _ = try await feed.publish(makeBody(), in: "other")
        _ = try await fast.first("the other stream") { $0.streamID == "other" && $0.total == 1 }
        try await session.logout()
        var told: [CardCount] = []
        for await change in slow { told.append(change) }
        #expect(
            told.map(\.streamID) == [feed.stream, "other"] && told.map(\.total) == [20, 1],
            "\(told.count) changes")
        try await reading.value
        await session.close()
    }

    /// Symbols: metrics, metrics-total, metrics-unseen
    @Test func `metrics are correct before any card is shown`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(), makeBody(), makeBody())
        _ = try await feed.publish(makeBody(), in: "other")
        let session = try await feed.session(streams: [feed.stream, "other"])
        // The server counts cards before they have arrived here.
        try await eventually("all are here") { try await session.storedMetrics().totalCards == 4 }
        var metrics: UserMetrics = try await session.userMetrics()
        #expect(metrics.unseenCards == 4 && metrics.unseenCards(in: feed.stream) == 3)
        try await session.markSeen([cards[0]], in: feed.stream)
        try await session.perform(.snooze(cards[1], in: feed.stream, for: .seconds(3600)))
        metrics = try await session.userMetrics()
        #expect(metrics.totalCards(in: feed.stream) == 2 && metrics.unseenCards(in: feed.stream) == 1)
        #expect(metrics.totalCards(in: "none") == 0 && metrics.unseenCards(in: "none") == 0)
        await session.close()
    }

    /// Symbols: count-request
    @Test func `a single count is current, also for an unobserved stream`() async throws {
        let feed = try await TestFeed()
        _ = try await feed.publish(makeBody())
        let session = try await feed.session()
        #expect(try await session.cardCount(in: feed.stream) == 1)
        _ = try await feed.publish(makeBody(), makeBody())
        #expect(try await session.cardCount(in: feed.stream) == 3)
        let token = try session.observeStream(id: "other") { _ in }
        _ = try await feed.publish(makeBody())
        #expect(try await session.cardCount(in: feed.stream) == 4)
        token.cancel()
        await session.close()
    }

    /// Symbols: metrics, metrics-total, metrics-unseen
    @Test func `metrics are of all streams, also of those that were never observed`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(), makeBody(), makeBody())
        _ = try await feed.publish(makeBody(), in: "other")
        let session = try await feed.session()
        var metrics: UserMetrics = try await session.userMetrics()
        #expect(
            metrics.totalCards == 4 && metrics.unseenCards(in: feed.stream) == 3 && metrics.totalCards(in: "other") == 1
        )
        // Cards count as seen whether they were seen here or on another machine.
        let updates = Calls<CardSession.StreamUpdate>()
        let observing = try session.observeStream(id: feed.stream) { updates.record($0) }
        _ = try await updates.first("the cards") { (try? $0.get().count) == 3 }
        let elsewhere = try await feed.session(streams: [feed.stream])
        let there = Calls<CardSession.StreamUpdate>()
        try elsewhere.observeStream(id: feed.stream) { there.record($0) }
        _ = try await there.first("the cards") { (try? $0.get().count) == 3 }
        try await elsewhere.markSeen([cards[0]], in: feed.stream)
        try await elsewhere.flushEvents()
        metrics = try await session.userMetrics()
        #expect(metrics.unseenCards(in: feed.stream) == 2 && metrics.unseenCards == 3)
        // Immediately, and also for a stream that is no longer observed.
        session.stopObserving(observing)
        try await session.markSeen([cards[1]], in: feed.stream)
        metrics = try await session.userMetrics()
        #expect(metrics.unseenCards(in: feed.stream) == 1)
        await elsewhere.close()
        await session.close()
    }

    @Test func `any number of cards may be asked for, and streams up to a limit`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(), makeBody(title: "Urgent", priority: 1))
        let session = try await feed.session()
        let updates = Calls<CardSession.StreamUpdate>()
        for filters in [[], try [CardFilter.lessThan(.priority(10))]] {
            let token = try session.observeStream(
                id: feed.stream, configuration: StreamObserverConfiguration(filters: filters, limit: .max)
            ) { updates.record($0) }
            _ = try await updates.first("all") { (try? $0.get().count) == cards.count }
            token.cancel()
        }
        for (before, after) in [(Int.max, Int.max), (.min, .max), (.max, .min)] {
            let query = FeedQuery(streamID: feed.stream, anchor: .card(cards[0]), before: before, after: after)
            _ = try session.window(query)
        }
        let tokens = try (1...CardSession.streamLimit).map { number in
            try session.observeStream(id: StreamID("s\(number)")) { _ in }
        }
        #expect(throws: RequestError.self) { try session.observeStream(id: "one-more") { _ in } }
        try session.observeStream(id: "s1") { updates.record($0) }
        tokens[1].cancel()
        _ = try await feed.publish(makeBody(), in: "one-more")
        let last = Calls<CardSession.StreamUpdate>()
        try session.observeStream(id: "one-more") { last.record($0) }
        _ = try await last.first("the card") { (try? $0.get().count) == 1 }
        await session.close()
    }

    @Test func `streams observed at the same time are as many as a session follows, and all of them come`() async throws
    {
        let feed = try await TestFeed()
        let session = try await feed.session()
        let first = Calls<Int>()
        let accepted = await withTaskGroup(of: Bool.self) { group in
            for number in 1...80 {
                group.addTask {
                    (try? session.observeStream(id: StreamID("s\(number)")) { _ in first.record(number) }) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(accepted == CardSession.streamLimit)
        try await eventually("all are told") { Set(first.all).count == accepted }
        await session.close()
    }
}
