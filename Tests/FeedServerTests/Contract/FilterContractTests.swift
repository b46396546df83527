import Basics
import Cards
import FeedAPI
import Foundation
import Support
import Testing

/// Checks the server against the table of filters that memory and store are tested with: the server sends exactly the
/// cards that a viewer would show.
@Suite struct FilterContractTests {
    /// Symbols: filter-equal, filter-not-equal, filter-above, filter-at-least, filter-below, filter-at-most
    /// Symbols: filter-in, filter-not-in, filter-between, filter-lists
    @Test(arguments: ClientTransport.allCases)
    func `snapshot, changes and push agree with the table of filters`(transport: ClientTransport) async throws {
        let test = try await TestServer()
        var names: [CardID: String] = [:]
        for entry in FilterTable.entries {
            test.clock.advance(by: entry.createdAt.timeIntervalSince(test.clock.now))
            names[try await test.publish(try CardBody.decode(entry.body))] = entry.id.rawValue
        }
        let wanted = Lock<[CardFilter]>([])
        try await transport.with(test, filters: { _ in wanted.withLock { $0 } }) { client in
            for row in try FilterTable.rows() {
                let filters = try row.filters.map { try $0.naming(names) }
                wanted.withLock { $0 = filters }
                func told(_ ids: [CardID]) -> [String] { ids.compactMap { names[$0] }.sorted() }
                let page = try await client.snapshot("ops", nil)
                #expect(told(page.entries.map(\.id)) == row.ids && page.next == nil, "\(row.name), snapshot")
                let start = FeedCursor(epoch: try #require(page.cursor.parts?.epoch), sequence: 0)
                let delta = try await client.changes("ops", start)
                #expect(told(delta?.upserts.map(\.id) ?? []) == row.ids, "\(row.name), changes")
                #expect(try await told(pushed(client)) == row.ids, "\(row.name), push")
            }
        }
    }

    /// All cards that a new subscription delivers.
    private func pushed(_ client: FeedClient) async throws -> [CardID] {
        let socket = try await client.openSocket()
        try await socket.send(.subscribe([.init(streamID: "ops", since: nil)]))
        var frames = FrameReader(socket)
        var ids: [CardID] = []
        while true {
            switch try await frames.next() {
            case .delta(let delta):
                ids += delta.upserts.map(\.id)
                try await socket.send(.ack(stream: "ops", cursor: delta.cursor))
            case .live:
                await socket.close()
                return ids
            case .error(let problem): throw problem
            default: continue
            }
        }
    }
}

extension CardFilter {
    /// The same filter with the server's ids of the cards.
    fileprivate func naming(_ names: [CardID: String]) throws -> CardFilter {
        guard field == .cardInstanceID, let id = names.first(where: { values == [.string($0.value)] })?.key else {
            return self
        }
        return try .cardInstanceID(id)
    }
}
