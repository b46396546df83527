import Basics
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

@testable import CardSession
@testable import CardStore

/// The result of `perform` for actions that end in another way than by delivery, each identified by its key.
@Suite struct ActionEndTests {
    private let away = FeedError.network("away")

    /// A session that has one card, and is then connected to the changed client.
    private func ready(
        _ body: CardBody = makeBody(), _ change: (TestFeed, inout FeedClient) -> Void = { _, _ in }
    ) async throws -> (TestFeed, CardSession, CardID) {
        let feed = try await TestFeed()
        let card = try #require(try await feed.publish(body).first)
        let session = try await feed.session(streams: [feed.stream])
        for await update in try session.observeStream(id: feed.stream) where try update.get().map(\.id) == [card] {
            break
        }
        var client = feed.client()
        change(feed, &client)
        await session.connect(
            FeedSource(client), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) { _ in }
        return (feed, session, card)
    }

    /// The same with a server that cannot be reached.
    private func offline() async throws -> (TestFeed, CardSession, CardID) {
        try await ready { [away] _, client in
            client.act = { _ throws(FeedError) in throw away }
            client.openSocket = { () throws(FeedError) in throw away }
            client.changes = { _, _ throws(FeedError) in throw away }
        }
    }

    private func error(_ work: @Sendable () async throws -> Void) async throws -> RequestError {
        do { try await work() } catch let error as RequestError { return error }
        throw TimedOut(what: "no error")
    }

    @Test(arguments: [true, false])
    func `every action on a card that has been closed reports that`(isDismissed: Bool) async throws {
        let (feed, session, card) = try await ready { feed, client in
            let act = client.act
            client.act = { request throws(FeedError) in
                _ = try? await feed.server.cancel(request.cardID, environment: feed.keys.environment)
                return try await act(request)
            }
        }
        let action: CardAction =
            isDismissed ? .dismiss(card, in: feed.stream) : .snooze(card, in: feed.stream, for: .seconds(60))
        let told = try await error { _ = try await session.perform(action) }
        guard case .data(let cause) = told else {
            Issue.record("\(told)")
            return
        }
        #expect(cause.httpStatus == 409 && cause.problem == "card-closed")
        #expect(cause.reason.hasSuffix("Nothing was done."), "\(cause.reason)")
        #expect(try await feed.outcome(card).status == .cancelled)
        await session.close()
    }

    @Test func `a refusal contains the server's response`() async throws {
        let (feed, session, card) = try await ready(makeBody(actions: ActionProperties()))
        let told = try await error { _ = try await session.perform(.voteUp(card, in: feed.stream)) }
        #expect(told.underlyingError?.httpStatus == 409 && told.underlyingError?.problem == "not-offered")
        await session.close()
    }

    @Test func `a snooze of zero length succeeds, because it ends before it arrives`() async throws {
        let (feed, session, card) = try await ready()
        #expect(try await session.perform(.snooze(card, in: feed.stream, for: .seconds(0))) == .delivered)
        #expect(try session.window(FeedQuery(streamID: feed.stream)).items.map(\.id) == [card])
        await session.close()
    }

    @Test func `two actions on one card have separate time limits`() async throws {
        let (feed, session, card) = try await offline()
        async let vote = error { _ = try await session.perform(.voteUp(card, in: feed.stream), within: .seconds(0.3)) }
        try await eventually("the vote is queued") { try await session.history().count == 1 }
        async let dismissal = session.perform(.dismiss(card, in: feed.stream), within: .seconds(30))
        #expect(try await vote == .network(.init("no response in time; nothing was done", code: .timedOut)))
        #expect(try await session.history().map(\.state) == [.waiting, .undone])
        await session.connect(
            FeedSource(feed.client()), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) {
            _ in
        }
        #expect(try await dismissal == .delivered)
        #expect(try await feed.outcome(card).responses.map(\.response) == [.dismiss])
        await session.close()
    }

    @Test func `an action that is undone before delivery reports that it was not delivered`() async throws {
        let (feed, session, card) = try await offline()
        for takeBack: @Sendable () async throws -> Void in [
            { _ = try await session.undo() }, { _ = try await session.withdraw(from: card, in: feed.stream) },
        ] {
            async let told = error { _ = try await session.perform(.dismiss(card, in: feed.stream)) }
            try await eventually("it shows") {
                try session.window(FeedQuery(streamID: feed.stream)).items.isEmpty
            }
            try await takeBack()
            #expect(try await told == .aborted(.init("the action was undone before it was sent", code: .withdrawn)))
        }
        await session.close()
    }

    @Test func `a logout ends waiting actions with an error`() async throws {
        let (feed, session, card) = try await offline()
        async let told = error { _ = try await session.perform(.dismiss(card, in: feed.stream)) }
        try await eventually("it shows") { try session.window(FeedQuery(streamID: feed.stream)).items.isEmpty }
        await #expect(throws: RequestError.self) { try await session.logout(within: .seconds(0)) }
        #expect(
            try await told == .aborted(.init("the session was logged out before the action was sent", code: .loggedOut))
        )
        await session.close()
    }

    @Test func `a logout during a delivery leaves its result unknown`() async throws {
        let begun = Calls<ActionRequest>()
        let (feed, session, card) = try await ready { _, client in
            client.act = { request throws(FeedError) in
                begun.record(request)
                try? await Task.sleep(for: .seconds(60))
                throw .cancelled
            }
        }
        async let told = error { _ = try await session.perform(.dismiss(card, in: feed.stream)) }
        _ = try await begun.first("it is sent") { _ in true }
        await #expect(throws: RequestError.self) { try await session.logout(within: .seconds(0)) }
        #expect(
            try await told
                == .network(
                    .init(
                        "the session was logged out before the server responded; the action may have taken effect",
                        code: .loggedOut))
        )
        await session.close()
    }

    @Test func `a cancelled task has not performed its action`() async throws {
        let (feed, session, card) = try await offline()
        let performing = Task { try await session.perform(.dismiss(card, in: feed.stream)) }
        try await eventually("it shows") { try session.window(FeedQuery(streamID: feed.stream)).items.isEmpty }
        performing.cancel()
        await #expect(throws: CancellationError.self) {
            try await performing.value
        }
        #expect(try session.window(FeedQuery(streamID: feed.stream)).items.map(\.id) == [card])
        await session.close()
    }

    @Test func `cancelling while an action gets another key withdraws the action`() async throws {
        let feed = try await TestFeed()
        let card = try #require(try await feed.publish(makeBody()).first)
        let folder = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // In a file, because that can be read while it is written.
        let session = try CardSession(.file(path: folder + "/cards.sqlite"))
        var client = feed.client()
        client.act = { _ throws(FeedError) in
            try? await Task.sleep(for: .seconds(60))
            throw .cancelled
        }
        await session.connect(
            FeedSource(client), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) { _ in }
        try await eventually("the card") {
            try session.window(FeedQuery(streamID: feed.stream)).items.map(\.id) == [card]
        }
        let performing = Task { try await session.perform(.dismiss(card, in: feed.stream)) }
        let database = session.database
        try await eventually("a first try") {
            try await database.outboxWork(at: .distantFuture, limit: 1).due.first?.attempts == 1
        }
        let key = try #require(try await database.outboxWork(at: .distantFuture, limit: 1).due.first?.key)
        // Renews the key, as happens after a day, while the caller that gives up waits to write.
        try await Blocking.run {
            Result {
                try database.writeNow { transaction in
                    performing.cancel()
                    let end = ContinuousClock.now + .seconds(10)
                    while !database.waitingActions.isAny, ContinuousClock.now < end { usleep(1000) }
                    try transaction.renew(key, as: ActionKey(UUID()), at: 1 << 50)
                }
            }
        }.get()
        await #expect(throws: CancellationError.self) {
            try await performing.value
        }
        #expect(try await database.outboxWork(at: .distantFuture, limit: 1).due.isEmpty)
        #expect(try session.window(FeedQuery(streamID: feed.stream)).items.map(\.id) == [card])
        await session.close()
    }

    @Test func `an action is still stored after the session is closed`() async throws {
        let (feed, session, card) = try await offline()
        async let told = error { _ = try await session.perform(.dismiss(card, in: feed.stream)) }
        try await eventually("it shows") { try session.window(FeedQuery(streamID: feed.stream)).items.isEmpty }
        await session.close()
        #expect(
            try await told
                == .aborted(
                    .init(
                        "the session was closed; the next session with the same store sends the waiting actions",
                        code: .sessionClosed)))
    }
}
