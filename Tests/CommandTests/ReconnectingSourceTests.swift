import AppRuntime
import Basics
import Cards
import FeedAPI
import Foundation
import Testing

@testable import cardstream

/// A source looks for its server again only after errors for which that may help.
@Suite struct ReconnectingSourceTests {
    private struct Server: CardSource {
        let capabilities = SourceCapabilities.all
        /// The error of the next request.
        let failure: Lock<SourceError?>

        func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
            try fail()
            return FeedPage(
                streamID: stream, cursor: FeedCursor(epoch: "e", sequence: 1), entries: [], totalCount: 0,
                hasEverHadCard: false, serverTime: Date(timeIntervalSince1970: 0))
        }

        func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta? {
            try fail()
            return nil
        }

        func follow(_ subscriptions: [Subscription]) async throws(SourceError) -> any LiveFeed {
            try fail()
            return Live()
        }

        func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt {
            throw .unsupported("actions")
        }

        private func fail() throws(SourceError) {
            let error = failure.withLock { failure in
                defer { failure = nil }
                return failure
            }
            if let error { throw error }
        }
    }

    private struct Live: LiveFeed {
        var events: AsyncThrowingStream<LiveEvent, any Error> { AsyncThrowingStream { _ in } }
        func resume(_ subscription: Subscription) async throws(SourceError) {}
        func close() async {}
    }

    private let failure = Lock<SourceError?>(nil)
    private let connections = Lock(0)

    private var count: Int { connections.withLock { $0 } }

    private func source() -> ReconnectingSource {
        ReconnectingSource { [failure, connections] in
            connections.withLock { $0 += 1 }
            await Task.yield()
            return Server(failure: failure)
        }
    }

    @Test func `requests share a connection, and each live feed opens a new one`() async throws {
        let source = source()
        async let first = source.snapshot(of: "ops", page: nil)
        async let second = source.snapshot(of: "ops", page: nil)
        _ = try await (first, second)
        _ = try await source.follow([])
        #expect(count == 1)
        _ = try await source.follow([])
        #expect(count == 2)
        _ = try await source.changes(of: "ops", since: FeedCursor(epoch: "e", sequence: 1))
        #expect(count == 2)
    }

    @Test(arguments: [
        (SourceError.network("reset"), 2), (.unreachable("refused"), 2), (.refused(SourceRefusal(.unauthorized)), 2),
        (.refused(SourceRefusal(.cursorExpired)), 1), (.refused(SourceRefusal(.noLiveFeed)), 1), (.denied("pins"), 1),
    ])
    func `a failure that another server may not have causes a search for one`(error: SourceError, expected: Int)
        async throws
    {
        let source = source()
        _ = try await source.snapshot(of: "ops", page: nil)
        failure.withLock { $0 = error }
        await #expect(throws: error) { try await source.follow([]) }
        _ = try await source.snapshot(of: "ops", page: nil)
        #expect(count == expected)
    }

    @Test func `a cancelled request does not end the attempt of others`() async throws {
        let (attempts, gate) = (Lock(0), AsyncStream.makeStream(of: Void.self))
        let source = ReconnectingSource { [failure] in
            attempts.withLock { $0 += 1 }
            for await _ in gate.stream { break }
            try Task.checkCancellation()
            return Server(failure: failure)
        }
        let first = Task { () throws -> FeedPage in try await source.snapshot(of: "ops", page: nil) }
        while attempts.withLock({ $0 }) == 0 { await Task.yield() }
        let second = Task { () throws -> FeedPage in try await source.snapshot(of: "ops", page: nil) }
        first.cancel()
        await #expect(throws: SourceError.cancelled) { try await first.value }
        gate.continuation.yield()
        gate.continuation.yield()
        #expect(try await second.value.entries.isEmpty)
    }

    @Test func `the reason why there is no server is reported`() async throws {
        let source = ReconnectingSource { throw CommandFailure(.failure, "the directory is not yours") }
        await #expect(throws: SourceError.local(.feed("the directory is not yours"))) {
            try await source.snapshot(of: "ops", page: nil)
        }
    }
}
