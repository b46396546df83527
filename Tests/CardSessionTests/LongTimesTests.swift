import Basics
import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// A host that means "forever" passes the largest possible duration.
@Suite(.timeLimit(.minutes(1))) struct LongTimesTests {
    private static let longest = [Duration.seconds(Int64.max), .seconds(400 * 86_400)]

    private func ready(_ count: Int) async throws -> (TestFeed, CardSession, [CardID]) {
        let feed = try await TestFeed()
        var cards: [CardID] = []
        for _ in 0..<count { cards += try await feed.publish(makeBody()) }
        let session = try await feed.session(streams: [feed.stream])
        for await update in try session.observeStream(id: feed.stream) where try update.get().count == count { break }
        return (feed, session, cards)
    }

    @Test(arguments: longest) func `events are sent after any interval, or when they are asked for`(
        time: Duration
    ) async throws {
        let (feed, session, _) = try await ready(1)
        try await session.setEventFlushInterval(time)
        try await session.report([EventReport(.streamDisplayed, streamID: feed.stream)])
        try await eventually("it waits") { try await session.waitingEvents() > 0 }
        try await session.flushEvents()
        #expect(try await session.waitingEvents() == 0)
        await #expect(throws: RequestError.self) { try await session.setEventFlushInterval(.seconds(4)) }
        await session.close()
    }

    @Test(arguments: longest) func `a call can wait for an answer for any time`(time: Duration) async throws {
        let (feed, session, cards) = try await ready(3)
        #expect(try await session.perform(.dismiss(cards[0], in: feed.stream), within: time) == .delivered)
        try await session.respond(to: cards[1], in: feed.stream, with: .dismiss, undoWindow: time)
        guard case .undone = try await session.undo() else {
            Issue.record("not undone")
            return
        }
        let all = try await session.respond(
            toAll: [cards[1], cards[2]], in: feed.stream, with: .dismiss, undoWindow: time)
        #expect(all == 2)
        try await session.sendHeld(within: time)
        try await eventually("both are sent") { try await feed.outcome(cards[2]).status == .dismissed }
        #expect(try await session.cardCount(in: feed.stream, within: time) == 0)
        try await session.logout(within: time)
        #expect(!session.isLoggedIn)
        await session.close()
    }

    @Test(arguments: longest) func `a stream is observed at any interval`(time: Duration) async throws {
        let feed = try await TestFeed()
        let variable = RuntimeVariable(name: "name", defaultValue: "you")
        _ = try await feed.publish(makeBody(title: "Hello {{name}}", variables: [variable]))
        let session = try CardSession(.memory)
        await session.connect(
            FeedSource(feed.client()), streams: [feed.stream], delivery: .polling(interval: time),
            intervals: [feed.stream: time.seconds]
        ) { _ in }
        let configuration = StreamObserverConfiguration(
            refreshInterval: time, variableResolutionTimeout: time,
            onRuntimeVariablesRequested: { cards in
                // Waits, so that the timeout is in effect.
                try? await Task.sleep(for: .milliseconds(20))
                return cards
            })
        for await update in try session.observeStream(id: feed.stream, configuration: configuration)
        where try update.get().count == 1 { break }
        for await count in try session.cardCounts(in: feed.stream, interval: time) where try count.get() == 1 {
            break
        }
        await session.close()
    }

    @Test(arguments: longest + [.seconds(-1)]) func `values are waited for as long as it makes sense`(
        time: Duration
    ) async throws {
        let card = makeCard(body: makeBody(variables: [RuntimeVariable(name: "name", defaultValue: "you")]))
        let shell = RuntimeVariableSource(timeout: time, values: [:], command: #"echo '{"name": "Ana"}'"#)
        let values = await shell.values(for: [card])
        #expect(values.isEmpty == !(time > .zero), "no time at all for less than none")
        let here = RuntimeVariableSource { _ in
            try? await Task.sleep(for: .milliseconds(20))
            return [card.id: ["name": "Ben"]]
        }
        #expect(await here.values(for: [card], within: time).isEmpty == !(time > .zero))
    }

    @Test(arguments: longest) func `a token's provider names any interval`(time: Duration) async throws {
        struct Provider: TokenProviding {
            let expiryInterval, retryInterval: Duration
            let give: @Sendable () -> String
            func token() async throws -> String? { give() }
        }
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody())
        let token = try await feed.token(of: "ana")
        try await feed.listening { url in
            let session = try CardSession(.memory)
            try await session.login(
                environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey,
                tokenProvider: Provider(expiryInterval: time, retryInterval: time) { token }, baseURL: url)
            for await update in try session.observeStream(id: feed.stream) where try update.get().map(\.id) == cards {
                break
            }
            await session.close()
        }
    }
}
