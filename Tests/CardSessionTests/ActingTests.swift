import Basics
import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

@Suite struct ActingTests {
    private func ready(_ bodies: CardBody...) async throws -> (TestFeed, CardSession, [CardID]) {
        let feed = try await TestFeed()
        var cards: [CardID] = []
        for body in bodies { cards += try await feed.publish(body) }
        let session = try await feed.session()
        for await update in try session.observeStream(id: feed.stream) where try update.get().count == cards.count {
            break
        }
        return (feed, session, cards)
    }

    /// Symbols: card-action, on-card-action, act-dismiss, act-submit, act-snooze
    @Test func `an action is on the server when the call returns`() async throws {
        let (feed, session, cards) = try await ready(makeBody(), makeBody(), makeBody(), makeBody())
        let stream = feed.stream
        let dismissal = CardAction.dismiss(cards[0], in: stream)
        #expect(try await session.perform(dismissal) == .delivered)
        let given: [String: CardAction.Value] = [
            "submit-key": "submitted values", "submit-key2": 999, "half": 0.5, "sure": true,
        ]
        try await session.perform(.submit(cards[1], in: stream, buttonName: "approve", values: given))
        try await session.perform(.snooze(cards[2], in: stream, for: .seconds(60)))
        try await session.perform(.voteUp(cards[3], in: stream))
        #expect(try await feed.outcome(cards[0]).status == .dismissed)
        guard case .submit("approve", let values)? = try await feed.outcome(cards[1]).responses.first?.response else {
            Issue.record("no submission")
            return
        }
        #expect(values == ["submit-key": "submitted values", "submit-key2": 999, "half": 0.5, "sure": true])
        #expect(try await feed.outcome(cards[2]).status == .snoozed)
        #expect(try await feed.outcome(cards[3]).responses.map(\.response) == [.voteUp(message: nil)])
        await session.close()
    }

    /// Symbols: underlying, act-negative, act-errors
    @Test func `an invalid action is refused with a reason and has no effect`() async throws {
        let (feed, session, cards) = try await ready(makeBody(actions: ActionProperties()))
        let card = cards[0]
        let stream = feed.stream
        let bad: [CardAction] = [
            .snooze(card, in: stream, for: .seconds(-1)), .snooze(card, in: stream, until: .distantPast),
            .snooze(card, in: stream, until: .distantFuture),
            .snooze(card, in: stream, for: .seconds(366 * 86_400 + 1)),
            .snooze(card, in: stream, for: .seconds(Int64.max)), .submit(card, in: stream, buttonName: ""),
            .submit(card, in: stream, buttonName: "approve", values: ["n": .number(.nan)]),
            .voteUp(card, in: stream, message: String(repeating: "x", count: 281)),
        ]
        for action in bad {
            let error = await #expect(throws: RequestError.self) { try await session.perform(action) }
            guard case .invalidArgument? = error else {
                Issue.record("\(action): \(String(describing: error))")
                continue
            }
        }
        for action in [CardAction.voteUp(card, in: stream), .submit(card, in: stream, buttonName: "nobody")] {
            let error = await #expect(throws: RequestError.self) { try await session.perform(action) }
            guard case .data(let cause)? = error, !cause.reason.isEmpty else {
                Issue.record("\(action): \(String(describing: error))")
                continue
            }
            let beneath: RequestError.Cause? = error?.underlyingError
            #expect(beneath == cause)
        }
        await #expect(throws: RequestError.self) { try await session.perform(.dismiss("gone", in: stream)) }
        let window = try session.window(FeedQuery(streamID: stream))
        #expect(window.items.map(\.id) == [card] && window.items.map(\.delivery) == [.none])
        #expect(try await feed.outcome(card).responses.isEmpty)
        await session.close()
    }

    @Test func `the reason for a failed connection is reported, and permanent ones immediately`() async throws {
        let feed = try await TestFeed()
        let card = try await feed.publish(makeBody())[0]
        let session = try await feed.session(streams: [feed.stream])
        try await eventually("the card is here") {
            try session.window(FeedQuery(streamID: feed.stream)).totalCount == 1
        }
        for (failure, isMended) in [
            (FeedError.network("the cable is cut"), true), (.denied("the policy says no"), false),
        ] {
            var client = feed.client()
            client.openSocket = { () throws(FeedError) in throw failure }
            client.changes = { _, _ throws(FeedError) in throw failure }
            let statuses = Calls<SyncStatus>()
            await session.connect(
                FeedSource(client), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
            ) {
                event in
                if case .status(let status) = event { statuses.record(status) }
            }
            _ = try await statuses.first("it is known to be away") {
                switch $0.connection {
                case .offline, .stopped: true
                default: false
                }
            }
            let begin = ContinuousClock.now
            let error = await #expect(throws: RequestError.self) {
                try await session.perform(.dismiss(card, in: feed.stream), within: .seconds(isMended ? 0.1 : 600))
            }
            guard let error, let cause = error.underlyingError else { return }
            #expect(cause.reason.contains(isMended ? "does not respond" : "the policy says no"), "\(cause.reason)")
            #expect(cause.reason.hasSuffix("; nothing was done"))
            if case .network = error { #expect(isMended) } else { #expect(!isMended) }
            #expect(ContinuousClock.now - begin < .seconds(60))
        }
        await session.close()
    }

    @Test func `an action that the network policy denies fails immediately, also without observers`() async throws {
        let feed = try await TestFeed()
        let card = try await feed.publish(makeBody())[0]
        let session = try await feed.session()
        #expect(try await session.cardCount(in: feed.stream) == 1)
        var client = feed.client()
        client.act = { _ throws(FeedError) in throw .denied("the policy says no") }
        await session.connect(FeedSource(client), streams: [], delivery: .polling(interval: .seconds(1))) { _ in }
        let begin = ContinuousClock.now
        await #expect(throws: RequestError.data(.init("the policy says no; nothing was done", code: .policyDenied))) {
            try await session.perform(.dismiss(card, in: feed.stream), within: .seconds(600))
        }
        #expect(ContinuousClock.now - begin < .seconds(60))
        await session.close()
    }

    @Test func `an action does not wait for the next reconnect attempt`() async throws {
        let feed = try await TestFeed()
        let card = try await feed.publish(makeBody())[0]
        let session = try await feed.session(streams: [feed.stream])
        try await eventually("the card is here") {
            try session.window(FeedQuery(streamID: feed.stream)).totalCount == 1
        }
        let isAway = Lock(true)
        let tries = Lock(0)
        let socket = feed.client().openSocket
        var client = feed.client()
        client.openSocket = { () throws(FeedError) in
            tries.withLock { $0 += 1 }
            // The server asks clients to retry after half an hour.
            if isAway.withLock({ $0 }) { throw .server(Problem(.shuttingDown), retryAfter: 1800) }
            return try await socket()
        }
        let statuses = Calls<SyncStatus>()
        await session.connect(
            FeedSource(client), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) {
            event in
            if case .status(let status) = event { statuses.record(status) }
        }
        _ = try await statuses.first("it is away") { if case .offline = $0.connection { true } else { false } }
        isAway.withLock { $0 = false }
        #expect(try await session.perform(.dismiss(card, in: feed.stream), within: .seconds(60)) == .delivered)
        await session.close()
    }

    /// Symbols: act-errors
    @Test func `without a network, an action is queued or has no effect`() async throws {
        let (feed, session, cards) = try await ready(makeBody(), makeBody())
        var client = feed.client()
        client.openSocket = { () throws(FeedError) in throw .network("away") }
        client.changes = { _, _ throws(FeedError) in throw .network("away") }
        await session.connect(
            FeedSource(client), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) { _ in }
        await #expect(throws: RequestError.network(.init("no response in time; nothing was done", code: .timedOut))) {
            try await session.perform(.dismiss(cards[0], in: feed.stream), within: .seconds(0.05))
        }
        #expect(try session.window(FeedQuery(streamID: feed.stream)).items.count == 2)
        try await session.enqueue(.dismiss(cards[1], in: feed.stream))
        #expect(try session.window(FeedQuery(streamID: feed.stream)).items.map(\.id) == [cards[0]])
        await session.connect(
            FeedSource(feed.client()), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) {
            _ in
        }
        try await eventually("it is sent later") { try await feed.outcome(cards[1]).status == .dismissed }
        #expect(try await feed.outcome(cards[0]).status == .active)
        await session.close()
    }
}
