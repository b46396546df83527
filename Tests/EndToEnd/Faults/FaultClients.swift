import Basics
import Cards
import CurlTransport
import FeedAPI
import FeedTransport
import Foundation

/// Reaches the servers by number, in turns.
struct FaultClients: Sendable {
    private let driver = CurlDriver()
    let addresses: [String]
    let publisherKey: String
    let viewerKey: String
    let token: String
    /// How many requests have failed, and were repeated.
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

    /// Publishes a card and returns it, once a server says that it is stored.
    func publish(_ key: String, to stream: StreamID, _ body: [UInt8], first: Int) async throws -> CardID {
        let request = PublishRequest(streamID: stream, users: ["ana"], key: PublicationKey(stored: key), body: body)
        return try await insist(first) { server throws(FeedError) in
            try await publisher(server).publish(request).cards[0].id
        }
    }

    func dismiss(_ key: String, _ card: CardID, of stream: StreamID, at date: Date, first: Int) async throws {
        let act = ActionRequest(
            key: ActionKey(stored: key), streamID: stream, cardID: card, response: .dismiss, at: date)
        _ = try await insist(first) { server throws(FeedError) in try await viewer(server).act(act) }
    }

    /// All cards that a server has for the user.
    func cards(of server: Int, in streams: [StreamID]) async throws -> Set<CardID> {
        var cards: Set<CardID> = []
        for stream in streams { cards.formUnion(try await viewer(server).all(of: stream).cards) }
        return cards
    }

    /// Tries one server after the other until one says that it is done.
    private func insist<Value: Sendable>(
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
    /// All cards of a stream, and the last page.
    func all(of stream: StreamID) async throws(FeedError) -> (page: FeedPage, cards: Set<CardID>) {
        var answer: FeedPage
        // A page that is read while the server finds another database does not count.
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
