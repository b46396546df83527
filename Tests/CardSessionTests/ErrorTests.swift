import CardSession
import CardSources
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// How a program can react to an error without its message.
@Suite struct ErrorTests {
    private static let answers: [(FeedError, RequestError.Code, isRetryable: Bool)] = [
        (.network("broken"), .unreachable, true),
        (.unreachable("refused"), .unreachable, true),
        (.noNetwork("no route"), .unreachable, true),
        (.hostNotFound("cards.example"), .hostNotFound, true),
        (.tls("expired"), .certificateRefused, false),
        (.denied("the policy"), .policyDenied, false),
        (.notFeed("a login page"), .notCardServer, true),
        (.malformed("half a page"), .invalidResponse, false),
        (.noToken("later"), .noToken, true),
        (.local(.diskFull(folder: nil)), .diskFull, false),
        (.server(Problem(.unauthenticated), retryAfter: nil), .unauthenticated, false),
        (.server(Problem(.forbidden), retryAfter: nil), .forbidden, false),
        (.server(Problem(.malformedRequest), retryAfter: nil), .refused, false),
        (.server(Problem(.tooManyRequests), retryAfter: 7), .rateLimited, true),
        (.server(Problem(.internalError), retryAfter: nil), .serverFailed, true),
        (.server(Problem(.shuttingDown), retryAfter: nil), .unavailable, true),
        (.server(Problem(.notFound), retryAfter: nil), .notFound, false),
    ]

    @Test(arguments: answers)
    func `a failed request has a code, and says whether a retry may help`(
        answer: FeedError, code: RequestError.Code, isRetryable: Bool
    ) async throws {
        let feed = try await TestFeed()
        let session = try CardSession(.memory)
        var client = feed.client()
        client.updateUser = { _ throws(FeedError) in throw answer }
        await session.connect(FeedSource(client), streams: [], delivery: .push(fallbackInterval: .seconds(1))) { _ in }
        let error = await #expect(throws: RequestError.self) {
            try await session.updateUser(UserSettings(name: "Ana"))
        }
        #expect(error?.code == code && error?.isRetryable == isRetryable, "\(answer)")
        if case .server(_, let seconds?) = answer { #expect(error?.retryAfter == .seconds(seconds)) }
        #expect(error?.localizedDescription == error?.explanation)
        await session.close()
    }

    @Test func `failures because of a removed, unknown or otherwise answered card are distinguished from others`()
        async throws
    {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody())
        let session = try await feed.session(streams: [feed.stream])
        for await update in try session.observeStream(id: feed.stream) where try update.get().count == 1 { break }
        #expect(try await session.perform(.dismiss(cards[0], in: feed.stream)) == .delivered)
        for card in [cards[0], "unknown"] {
            let error = await #expect(throws: RequestError.self) {
                try await session.perform(.dismiss(card, in: feed.stream))
            }
            #expect(error?.code == .cardClosed && error?.isRetryable == false)
        }
        await session.close()
        let closed = await #expect(throws: RequestError.self) { try await session.userMetrics() }
        #expect(closed?.code == .sessionClosed)
    }

    @Test func `an action in the outbox must not be repeated, a withdrawn one may`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(), makeBody())
        let session = try CardSession(.memory)
        var client = feed.client()
        let begun = Calls<CardID>()
        client.act = { request throws(FeedError) in
            begun.record(request.cardID)
            try? await Task.sleep(for: .seconds(60))
            throw .cancelled
        }
        await session.connect(
            FeedSource(client), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) { _ in }
        for await update in try session.observeStream(id: feed.stream) where try update.get().count == 2 { break }
        let sent = await #expect(throws: RequestError.self) {
            try await session.perform(.dismiss(cards[0], in: feed.stream), within: .seconds(0.2))
        }
        #expect(sent?.underlyingError?.isPending == true && sent?.code == .timedOut && sent?.isRetryable == false)
        await session.close()
    }

    @Test func `a cancelled task gets a CancellationError from every request`() async throws {
        let feed = try await TestFeed()
        let session = try CardSession(.memory)
        var client = feed.client()
        let begun = Calls<Void>()
        client.updateUser = { _ throws(FeedError) in
            begun.record(())
            try? await Task.sleep(for: .seconds(60))
            throw .cancelled
        }
        client.snapshot = { _, _ throws(FeedError) in
            begun.record(())
            try? await Task.sleep(for: .seconds(60))
            throw .cancelled
        }
        await session.connect(FeedSource(client), streams: [], delivery: .polling(interval: .seconds(60))) { _ in }
        for request: @Sendable () async throws -> Void in [
            { _ = try await session.updateUser(UserSettings(name: "Ana")) },
            { _ = try await session.cardCount(in: "inbox", within: .seconds(60)) },
        ] {
            let count = begun.all.count
            let task = Task { try await request() }
            try await eventually("the request is under way") { begun.all.count > count }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        await session.close()
    }

    @Test func `a store that is open in this program is reported as such`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "cards.sqlite").path
        let session = try CardSession(.file(path: path))
        let error = #expect(throws: SessionError.self) { try CardSession(.file(path: path)) }
        #expect(error?.code == .inUse)
        #expect(error?.localizedDescription.contains("another session of this program") == true)
        await session.close()
        await (try CardSession(.file(path: path))).close()
    }

    @Test func `every error has a description`() throws {
        let errors: [any Error] = [
            RequestError.notLoggedIn(missing: "a login"), RequestError.Cause("no response"), SessionError.diskFull,
            FileSendingError.notConnected, SourceError.hostNotFound("cards.example"), SourceRefusal(.busy),
            CardFilterError.noValue, InvalidField("/name", expected: "a name"),
            JSONError(.invalidNumber, offset: 0, line: 1, column: 1),
            CardProblem(pointer: "/a", expected: "a string", found: "1"),
            CardError.card(CardProblem(pointer: "/a", expected: "a string", found: "1")),
            RequestPolicyProblem.badHost("?"), Problem(.forbidden), FeedError.hostNotFound("cards.example"),
        ]
        for error in errors {
            let words = error.localizedDescription
            #expect(words == "\(error)" && !words.contains("could not be completed"), "\(type(of: error)): \(words)")
        }
    }
}
