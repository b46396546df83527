import CardStore
import Cards
import FeedAPI
import Foundation
import GRDB
import Support
import Testing

@Suite struct EventTests {
    private func event(_ number: Int, _ kind: CardEvent.Kind = .videoPlayed) -> CardEvent {
        CardEvent(
            id: "e\(number)", kind: kind, streamID: ops, cardID: CardID("a"), at: .fixed(Double(number)),
            subviewID: number.isMultiple(of: 2) ? "more" : nil, url: "https://example.com/\(number).mp4")
    }

    @Test func `events come back as they were, oldest first, until they are taken`() async throws {
        let directory = TemporaryDirectory()
        let path = directory.file("cards.sqlite")
        var database = try CardDatabase.open(path: path, at: .fixed)
        let events = [event(1), event(2, .videoCompleted), event(3)]
        for event in events { try await database.record(event) }
        // The same again is no second event.
        try await database.record(events[0])
        database.close()
        database = try CardDatabase.open(path: path, at: .fixed)
        #expect(try database.events(limit: 10) == events)
        #expect(try database.events(limit: 2) == Array(events[..<2]))
        try await database.removeEvents(["e1", "e3", "unknown"])
        #expect(try database.events(limit: 10) == [events[1]])
        database.close()
    }

    @Test func `where nobody takes them the oldest go`() async throws {
        let directory = TemporaryDirectory()
        let path = directory.file("cards.sqlite")
        var database = try CardDatabase.open(path: path, at: .fixed)
        try await database.record(event(0))
        database.close()
        let queue = try DatabaseQueue(path: path)
        try await queue.write { db in
            for number in 1..<CardDatabase.maxEvents {
                try db.execute(
                    sql: """
                        INSERT INTO event (id, kind, stream, card, time, content)
                        VALUES (?, 'video-played', 1, 'a', 0, '{}')
                        """, arguments: ["f\(number)"])
            }
        }
        try queue.close()
        database = try CardDatabase.open(path: path, at: .fixed)
        #expect(try database.events(limit: 1).first?.id == "e0")
        try await database.record(event(1))
        let kept = try database.events(limit: 100_000)
        #expect(kept.count == CardDatabase.maxEvents)
        #expect(kept.first?.id == "f1" && kept.last?.id == "e1")
    }

    @Test func `an event whose details are damaged comes without them, and is told`() async throws {
        let directory = TemporaryDirectory()
        let path = directory.file("cards.sqlite")
        var database = try CardDatabase.open(path: path, at: .fixed)
        for event in [event(1), event(2)] { try await database.record(event) }
        database.close()
        let queue = try DatabaseQueue(path: path)
        try await queue.write { try $0.execute(sql: "UPDATE event SET content = x'7b22' WHERE id = 'e2'") }
        try queue.close()
        database = try CardDatabase.open(path: path, at: .fixed)
        var unreadable: [String] = []
        let events = try database.events(limit: 10) { unreadable.append($0) }
        #expect(events.map(\.id) == ["e1", "e2"] && events[1].url == nil && events[1].subviewID == nil)
        #expect(unreadable == ["e2"])
        database.close()
    }

    @Test func `an event of another user goes with the cards`() async throws {
        let database = try CardDatabase.inMemory()
        #expect(try await database.claim(for: "ana") == .granted)
        try await database.record(event(1))
        #expect(try await database.claim(for: "ben") == .takenOver)
        #expect(try database.events(limit: 10) == [])
    }

    @Test func `a file of the version before gains events and keeps its cards`() async throws {
        let directory = TemporaryDirectory()
        let path = directory.file("cards.sqlite")
        let old = try CardDatabase.open(path: path, at: .fixed)
        try await old.apply(makeDelta([makeEntry("a")]), at: .fixed)
        old.close()
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction {
            try $0.execute(
                sql:
                    "DROP TABLE event; DELETE FROM grdb_migrations WHERE identifier = 'events'; PRAGMA user_version = 3"
            )
        }
        try queue.close()
        let database = try CardDatabase.open(path: path, at: .fixed)
        try await database.record(event(1))
        #expect(try database.events(limit: 10).count == 1)
        #expect(try database.window(FeedQuery(streamID: ops)).totalCount == 1)
        database.close()
    }
}
