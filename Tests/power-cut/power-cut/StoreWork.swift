import CardStore
import Cards
import FeedAPI
import Support

import struct Foundation.Date

/// A viewer's store: cards that arrive, answers, drafts, and answers that the server receives.
enum StoreWork {
    private static let stream = StreamID("cuts")

    static func run(_ folder: String, _ random: inout SeededGenerator) async throws {
        let path = folder + "/cards.sqlite"
        var store = try open(path)
        try Integrity.check(path)
        let due = try await store.outboxWork(at: Date(), limit: 1_000_000).due
        for action in due { PowerCut.printLine("is \(action.key.rawValue)") }
        PowerCut.printLine("opened")
        var waiting = due.map(\.key)
        var cards: [CardID] = []
        // Starts at a number that no earlier run of the store has used.
        var number = Int.random(in: 0..<1_000_000_000_000, using: &random)
        for _ in 0..<random.below(400) {
            number += 1
            switch random.below(20) {
            case 0..<7:
                let entries = (0...random.below(4)).map { place in
                    let size = random.below(10) == 0 ? 20_000 : 40
                    return FeedEntry(
                        id: CardID(stored: "card-\(number)-\(place)"), sequence: Int64(number), createdAt: Date(),
                        updatedAt: Date(), activeAt: Date(),
                        body: Array("{\"a\":\"\(String(repeating: "x", count: size))\"}".utf8))
                }
                try await store.apply(
                    FeedDelta(
                        streamID: stream, cursor: FeedCursor(epoch: "e", sequence: Int64(number)), upserts: entries,
                        serverTime: Date()), at: Date())
                cards += entries.map(\.id)
            case 7..<14:
                guard let card = cards.popLast() else { continue }
                let key = ActionKey(stored: "key-\(number)")
                try await store.respond(.dismiss, to: card, in: stream, key: key, at: Date())
                PowerCut.printLine("kept \(key.rawValue)")
                waiting.append(key)
            case 14..<16:
                guard let key = waiting.popLast() else { continue }
                PowerCut.printLine("going \(key.rawValue)")
                try await store.settle(key, .kept, at: Date())
            case 16:
                guard let card = cards.last else { continue }
                try await store.saveDraft(["text": .string("draft \(number)")], of: card, in: stream)
            case 17:
                _ = try await store.queue([
                    AnalyticsRecord(id: "event-\(number)", name: "video-played", at: Date(), streamID: stream)
                ])
            case 18 where random.below(4) == 0:
                // Checkpoints the write-ahead log.
                store.close()
                store = try open(path)
            default: break
            }
        }
        store.close()
    }

    private static func open(_ path: String) throws -> CardDatabase {
        let store = try CardDatabase.open(path: path, at: Date())
        if case .recovered = store.opening { throw Integrity.Damage(words: "the store was found damaged") }
        return store
    }
}
