import Basics
import Cards
import CurlTransport
import FeedAPI
import FeedTransport
import Foundation

/// Clients of all servers. The servers have numbers and are tried in turn.
struct FaultClients: Sendable {
    private let driver = CurlDriver()
    let addresses: [String]
    let publisherKey: String
    let viewerKey: String
    let token: String
    /// The number of requests that failed and were repeated.
    let failures = Lock(0)

    init(servers: [Server]) throws {
        func secret(_ name: String) throws -> String {
            let text = try String(contentsOf: servers[0].directory.appending(path: name), encoding: .utf8)
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        addresses = servers.map(\.address)
        publisherKey = try secret("publisher.key")
        viewerKey = try secret("viewer.key")
        token = try secret("token")
    }

    private func endpoint(_ server: Int, key: String) -> FeedEndpoint {
        FeedEndpoint(baseURL: addresses[server % addresses.count], environmentID: "development", apiKey: key)
    }

    func publisher(_ server: Int) -> FeedHTTPClient {
        FeedHTTPClient(driver: driver, endpoint: endpoint(server, key: publisherKey))
    }

    func viewer(_ server: Int) -> FeedClient {
        .curl(
            driver: driver, endpoint: endpoint(server, key: viewerKey), token: { [token] () throws(FeedError) in token }
        )
    }

    /// Publishes a card and returns its id, once a server confirms that it is stored.
    func publish(_ key: String, to stream: StreamID, _ body: [UInt8], first: Int) async throws -> CardID {
        let request = PublishRequest(streamID: stream, users: ["ana"], key: PublicationKey(stored: key), body: body)
        return try await retry(first) { server throws(FeedError) in
            try await publisher(server).publish(request).cards[0].id
        }
    }

    func dismiss(_ key: String, _ card: CardID, of stream: StreamID, at date: Date, first: Int) async throws {
        let act = ActionRequest(
            key: ActionKey(stored: key), streamID: stream, cardID: card, response: .dismiss, at: date)
        _ = try await retry(first) { server throws(FeedError) in try await viewer(server).act(act) }
    }

    /// All cards that a server has for the user.
    func cards(of server: Int, in streams: [StreamID]) async throws -> Set<CardID> {
        var cards: Set<CardID> = []
        for stream in streams { cards.formUnion(try await viewer(server).all(of: stream).cards) }
        return cards
    }

    /// Tries one server after the other until one succeeds. Gives up after two minutes.
    private func retry<Value: Sendable>(
        _ first: Int, _ body: @Sendable (Int) async throws(FeedError) -> Value
    ) async throws -> Value {
        var server = first
        let end = ContinuousClock.now + .seconds(120)
        while true {
            do throws(FeedError) { return try await body(server) } catch {
                guard ContinuousClock.now < end else { throw error }
                failures.withLock { $0 += 1 }
                server += 1
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }
}

extension FeedClient {
    /// The last page of a stream, and all its cards.
    func all(of stream: StreamID) async throws(FeedError) -> (page: FeedPage, cards: Set<CardID>) {
        var answer: FeedPage
        // If the server switches to another database between two pages, the cursor expires. Start again in that case.
        do { answer = try await snapshot(stream, nil) } catch {
            guard case .server(let problem, _) = error, problem.type == .cursorExpired else { throw error }
            answer = try await snapshot(stream, nil)
        }
        var cards = Set(answer.entries.map(\.id))
        while let next = answer.next {
            answer = try await snapshot(stream, next)
            cards.formUnion(answer.entries.map(\.id))
        }
        return (answer, cards)
    }
}
