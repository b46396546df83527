import Basics
import CardStore
import Cards
import Foundation
import SQLite
import Support
import Testing

/// Reading a store that another program has open.
@Suite struct CopyTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.file("cards.sqlite") }

    init() throws { directory = try TemporaryDirectory() }

    private func open() async throws -> CardDatabase {
        let database = try CardDatabase.open(path: path, at: .fixed)
        try await database.apply(
            makeDelta([makeEntry("a"), makeEntry("b", sequence: 2), makeEntry("c", sequence: 3)], cursor: 3), at: .fixed
        )
        try await database.markSeen(["a"], in: ops) { _, _ in nil }
        try await database.respond(.dismiss, to: "b", in: ops, key: ActionKey("k"), at: .fixed)
        return database
    }

    @Test func `a copy has cards, cursor and seen cards, and no unsent actions`() async throws {
        let database = try await open()
        let copy = try #require(try CardDatabase.copy(of: path))
        #expect(Set(try copy.ids()) == ["a", "c"])
        #expect(try await copy.syncRecord(of: ops).cursor == database.syncRecord(of: ops).cursor)
        let search = FeedFilter(search: try CardSearch("is:unseen"))
        #expect(try await copy.cards(in: ops, through: search, at: .fixed) == ["c"])
        #expect(try await copy.outboxCounts().waiting == 0)
        #expect(try await database.outboxCounts().waiting == 1)
        try await copy.respond(.dismiss, to: "a", in: ops, key: ActionKey("l"), at: .fixed)
        #expect(Set(try database.ids()) == ["a", "c"])
        copy.close()
        database.close()
    }

    @Test func `counts can be read while another process has the store, and afterwards`() async throws {
        let database = try await open()
        for isOpen in [true, false] {
            if !isOpen { database.close() }
            let glance = try #require(try CardDatabase.summary(at: path))
            #expect(glance.streams == [ops: UserMetrics.Counts(total: 2, unseen: 1)])
            #expect(glance.waiting == 1 && glance.refused == 0, "\(glance)")
            #expect(glance.syncedAt == .fixed)
        }
        // The next process can open the store exclusively.
        let again = try CardDatabase.open(path: path, at: .fixed)
        #expect(try await again.outboxCounts().waiting == 1)
        again.close()
    }

    /// A state after a full disk or a kill during the first start.
    @Test func `a store that was interrupted before its first table counts as missing, and opens`() throws {
        let connection = try Connection(path)
        try connection.accessNow { try $0.useWriteAheadLog() }
        try connection.close()
        try Data(repeating: UInt8(ascii: "\n"), count: 32).write(to: URL(filePath: path + ".lock"))
        // The header of a journal that must be rolled back: the journal has no pages, and neither had the file before.
        var journal: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7, 0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0]
        journal += [0, 0, 2, 0, 0, 0, 0x10, 0]
        try Data(journal + [UInt8](repeating: 0, count: 512 - journal.count)).write(
            to: URL(filePath: path + "-journal"))
        #expect(try CardDatabase.copy(of: path) == nil)
        #expect(try CardDatabase.summary(at: path) == nil)
        let database = try CardDatabase.open(path: path, at: .fixed)
        #expect(database.opening == .opened || database.opening == .created)
        database.close()
    }

    @Test func `a missing store is distinguished from an unreadable one`() async throws {
        #expect(try CardDatabase.copy(of: path) == nil)
        #expect(try CardDatabase.summary(at: path) == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
        try Data("no database".utf8).write(to: URL(filePath: path))
        #expect(throws: StoreError.self) { try CardDatabase.summary(at: path) }
        #expect(throws: StoreError.self) { try CardDatabase.copy(of: path) }
    }

    @Test func `a store of an earlier version is brought up to date in the copy only`() async throws {
        try await open().close()
        let connection = try Connection(path)
        try connection.accessNow {
            try $0.execute(
                """
                DROP TABLE draft; DELETE FROM grdb_migrations WHERE identifier = 'drafts'; PRAGMA user_version = 1
                """)
        }
        try connection.close()
        #expect(try CardDatabase.summary(at: path)?.streams[ops]?.total == 2)
        let copy = try #require(try CardDatabase.copy(of: path))
        #expect(try copy.drafts(in: ops).isEmpty)
        let version = try Connection(path).accessNow { try $0.statement("PRAGMA user_version").value(as: Int.self) }
        #expect(version == 1)
    }

    @Test func `cards are read in order, up to the requested number`() async throws {
        let database = try CardDatabase.inMemory()
        let entries = (0..<30).map { number in
            makeEntry("c\(number)", sequence: Int64(number), body: makeBody(priority: number % 10 + 1))
        }
        try await database.apply(makeDelta(entries, cursor: 30), at: .fixed)
        let found = Lock<[CardID]>([])
        try await database.forEachCard(in: ops, through: FeedFilter(), at: .fixed) { item in
            found.withLock { $0.append(item.id) }
            return true
        }
        let window = try database.window(FeedQuery(streamID: ops, after: 40))
        #expect(found.withLock { $0 } == window.items.map(\.id))
        found.withLock { $0 = [] }
        let filter = FeedFilter(search: try CardSearch("priority:>=9"))
        try await database.forEachCard(in: ops, through: filter, at: .fixed) { item in
            found.withLock { found in
                found.append(item.id)
                return found.count < 4
            }
        }
        #expect(found.withLock { $0 }.count == 4)
        #expect(found.withLock { $0 }.allSatisfy { id in window.items.suffix(6).contains { $0.id == id } })
    }
}
