import Basics
import CardSession
import Cards
import FeedAPI
import FeedServer
import Support
import Testing

/// The effects of a request policy on a session over a real port.
@Suite(.timeLimit(.minutes(1))) struct RequestPolicyTests {
    /// The first status with a result of the connection, and the number of cards in the store at that time.
    private func outcome(_ policy: RequestPolicy) async throws -> (SyncStatus.Connection, cards: Int) {
        let feed = try await TestFeed()
        _ = try await feed.publish(CardBody(components: [.headline(Card.Headline(text: "Hello"))]))
        return try await feed.listening { url in
            let session = try CardSession(.memory)
            let (events, eventsIn) = AsyncStream.makeStream(of: SessionEvent.self)
            await session.connect(
                CardSession.Connection(
                    server: url, environment: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey,
                    token: .value(try await feed.token(of: "ana"), name: "the test"), streams: [feed.stream],
                    requestPolicy: policy)
            ) { eventsIn.yield($0) }
            var last = SyncStatus.Connection.connecting
            for await case .status(let status) in events where status.connection != .connecting {
                last = status.connection
                break
            }
            let cards = try session.window(FeedQuery(streamID: feed.stream)).items.count
            await session.close()
            return (last, cards)
        }
    }

    /// Symbols: policy-decision
    @Test func `if the policy allows everything, cards are pushed`() async throws {
        let (connection, cards) = try await outcome(RequestPolicy { _ in .allow })
        #expect(connection == .live)
        #expect(cards == 1)
    }

    /// Symbols: policy-socket
    @Test func `if the policy denies WebSockets, cards are polled`() async throws {
        let (connection, cards) = try await outcome(RequestPolicy { $0.kind == .webSocket ? .deny : .allow })
        #expect(connection == .polling(.pushUnavailable))
        #expect(cards == 1)
    }

    @Test func `if the policy denies the server, that is reported`() async throws {
        let (connection, cards) = try await outcome(RequestPolicy { _ in .deny })
        #expect(connection == .stopped(.denied("the network policy denies 127.0.0.1")))
        #expect(cards == 0)
    }

    /// Symbols: policy
    @Test func `a host's policy holds from its login on, and may be replaced`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(CardBody(components: [.headline(Card.Headline(text: "Hello"))]))
        let token = try await feed.token(of: "ana")
        try await feed.listening { url in
            let session = try CardSession(.memory)
            let kinds = Calls<OutgoingRequest.Kind>()
            try await session.setRequestPolicy(
                RequestPolicy { request in
                    kinds.record(request.kind)
                    return .deny
                })
            try await session.login(
                environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey, baseURL: url
            ) { token }
            // Before a stream is observed, because the snapshot of a stream would come first, and its denial would
            // prevent the WebSocket from being opened at all.
            _ = try await kinds.first("the question about the WebSocket") { $0 == .webSocket }
            let updates = Calls<Result<[Card], RequestError>>()
            let observation = try session.observeStream(id: feed.stream) { updates.record($0) }
            let denied = RequestError.data(.init("the network policy denies 127.0.0.1", code: .policyDenied))
            _ = try await updates.first("the denial") { $0 == .failure(denied) }
            _ = try await kinds.first("the question about the snapshot") { $0 == .http }
            try await session.setRequestPolicy(nil)
            _ = try await updates.first("the cards") { (try? $0.get().map(\.id)) == cards }
            observation.cancel()
            await session.close()
            await #expect(throws: RequestError.aborted(.init("the session is closed", code: .sessionClosed))) {
                try await session.setRequestPolicy(nil)
            }
        }
    }

    @Test func `an action that the policy denies is not sent, and is withdrawn`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(CardBody(components: [.headline(Card.Headline(text: "Hello"))]))
        let token = try await feed.token(of: "ana")
        try await feed.listening { url in
            let session = try CardSession(.memory)
            let (denies, denied) = (Lock(false), Lock(0))
            try await session.setRequestPolicy(
                RequestPolicy { request in
                    guard request.url.hasSuffix("/actions"), denies.withLock({ $0 }) else {
                        return .allow
                    }
                    denied.withLock { $0 += 1 }
                    return .deny
                })
            try await session.login(
                environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey, baseURL: url
            ) { token }
            for await update in try session.observeStream(id: feed.stream) where try update.get().map(\.id) == cards {
                break
            }
            denies.withLock { $0 = true }
            let error = await #expect(throws: RequestError.self) {
                try await session.perform(.dismiss(cards[0], in: feed.stream), within: .seconds(1))
            }
            #expect(denied.withLock { $0 } > 0)
            #expect(error?.underlyingError?.reason.hasSuffix("nothing was done") == true, "\(error as Any)")
            #expect(try session.window(FeedQuery(streamID: feed.stream)).items.map(\.id) == cards)
            denies.withLock { $0 = false }
            #expect(try await session.perform(.dismiss(cards[0], in: feed.stream)) == .delivered)
            #expect(try await feed.outcome(cards[0]).responses.map(\.response) == [.dismiss])
            await session.close()
        }
    }
}
