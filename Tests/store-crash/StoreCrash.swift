import CardStore
import Cards
import FeedAPI
import Glibc

import struct Foundation.Date

/// Writes actions into a store until it is killed: `store-crash DATABASE FIRST`. Each line of the output is the key of
/// an action that ``CardDatabase/respond(_:to:in:key:at:)`` has promised to keep.
@main
struct StoreCrash {
    static func main() async throws {
        let database = try CardDatabase.open(path: CommandLine.arguments[1], at: Date())
        let stream = StreamID("crash")
        var number = Int(CommandLine.arguments[2]) ?? 0
        while true {
            let id = CardID(stored: "card-\(number)")
            let entry = FeedEntry(
                id: id, sequence: Int64(number + 1), createdAt: Date(), updatedAt: Date(), activeAt: Date(),
                body: Array("{}".utf8))
            try await database.apply(
                FeedDelta(
                    streamID: stream, cursor: FeedCursor(epoch: "e", sequence: Int64(number + 1)), upserts: [entry],
                    serverTime: Date()), at: Date())
            let key = "key-\(number)"
            try await database.respond(.dismiss, to: id, in: stream, key: ActionKey(stored: key), at: Date())
            _ = try await database.queue([
                AnalyticsRecord(id: key, name: "video-played", at: Date(), streamID: stream)
            ])
            // Writes directly to the pipe, because a buffer would lose promises.
            let line = Array("\(key)\n".utf8)
            guard write(1, line, line.count) == line.count else { return }
            number += 1
        }
    }
}
