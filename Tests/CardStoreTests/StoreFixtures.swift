import CardStore
import Cards
import FeedAPI
import Foundation
import Support

let ops = StreamID("ops")

func makeDelta(
    _ upserts: [FeedEntry] = [], removing removals: [FeedRemoval] = [], cursor: Int64 = 1, epoch: String = "e",
    stream: StreamID = ops
) -> FeedDelta {
    FeedDelta(
        streamID: stream, cursor: FeedCursor(epoch: epoch, sequence: cursor), upserts: upserts, removals: removals,
        serverTime: .fixed)
}

func makePage(_ entries: [FeedEntry], cursor: FeedCursor, next: String? = nil) -> FeedPage {
    FeedPage(
        streamID: ops, cursor: cursor, entries: entries, next: next, totalCount: entries.count, hasEverHadCard: true,
        serverTime: .fixed)
}

extension CardDatabase {
    /// Loads a complete snapshot of one page.
    func load(_ entries: [FeedEntry], cursor: FeedCursor, generation: String?) async throws {
        let ticket = try await beginSnapshot(of: ops, cursor: cursor, generation: generation)
        try await apply(makePage(entries, cursor: cursor), of: ticket, at: .fixed)
        try await finish(ticket, at: .fixed)
    }
}

extension CardDatabase {
    func ids(_ query: FeedQuery = FeedQuery(streamID: ops)) throws -> [String] {
        try window(query).items.map(\.id.rawValue)
    }

    func item(_ id: String) throws -> CardWindow.Item? {
        try window(FeedQuery(streamID: ops)).items.first { $0.id.rawValue == id }
    }
}
