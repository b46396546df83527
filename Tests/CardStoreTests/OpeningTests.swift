import CardStore
import Cards
import FeedAPI
import Foundation
import SQLite
import Support
import Testing

@Suite struct OpeningTests {
    let directory: TemporaryDirectory
    var path: String { directory.file("store/cards.sqlite") }

    init() throws { directory = try TemporaryDirectory() }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func `files are private regardless of the umask`() async throws {
        let old = umask(0)
        defer { umask(old) }
        let database = try CardDatabase.open(path: path, at: .fixed)
        try await database.apply(makeDelta([makeEntry()]), at: .fixed)
        #expect(try mode(directory.file("store")) == 0o700)
        for suffix in ["", "-wal", "-shm", ".lock"] { #expect(try mode(path + suffix) == 0o600, "\(suffix)") }
        database.close()
    }

    @Test func `a second opening is refused with the pid of the first`() throws {
        let first = try CardDatabase.open(path: path, at: .fixed)
        let expected = StoreError.alreadyOpen(path: path, pid: getpid())
        for _ in 0..<100 {
            #expect(throws: expected) { try CardDatabase.open(path: path, at: .fixed) }
        }
        first.close()
    }

    @Test func `stored data is there after the store is opened again`() async throws {
        do {
            let database = try CardDatabase.open(path: path, at: .fixed)
            #expect(database.opening == .created)
            try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
            database.close()
        }
        let database = try CardDatabase.open(path: path, at: .fixed)
        #expect(database.opening == .opened)
        #expect(try database.ids() == ["a"])
        database.close()
    }

    @Test func `a file of the first version gains drafts and keeps its cards`() async throws {
        let first = try CardDatabase.open(path: path, at: .fixed)
        try await first.apply(makeDelta([makeEntry("a")]), at: .fixed)
        first.close()
        let connection = try Connection(path)
        try connection.accessNow {
            try $0.execute(
                """
                DROP TABLE draft; DELETE FROM grdb_migrations WHERE identifier = 'drafts'; PRAGMA user_version = 1
                """)
        }
        try connection.close()
        let database = try CardDatabase.open(path: path, at: .fixed)
        #expect(database.opening == .opened)
        try await database.saveDraft(["note": ["text": "x"]], of: CardID("a"), in: ops)
        #expect(try database.drafts(in: ops).count == 1)
        #expect(try database.ids() == ["a"])
        database.close()
    }

    @Test func `a file of the seventh version keeps what was done, and what is on its way`() async throws {
        let first = try CardDatabase.open(path: path, at: .fixed)
        try await first.apply(makeDelta([makeEntry("a"), makeEntry("b"), makeEntry("c")]), at: .fixed)
        for (number, card) in ["a", "b", "c"].enumerated() {
            try await first.respond(
                .dismiss, to: CardID(card), in: ops, key: ActionKey("k\(number)"), at: .fixed(Double(number)))
        }
        let receipt = ActionReceipt(key: ActionKey("k0"), cardID: "a", status: .dismissed, sequence: 9)
        try await first.settle(ActionKey("k0"), .accepted(receipt), at: .fixed)
        #expect(try await first.withdraw(ActionKey("k1"), at: .fixed) == .withdrawn)
        let past = try await first.history()
        #expect(past.map(\.state) == [.waiting, .undone, .sent])
        first.close()
        let connection = try Connection(path)
        try connection.accessNow {
            try $0.execute(
                """
                ALTER TABLE history DROP COLUMN closed;
                DELETE FROM grdb_migrations WHERE identifier = 'closed'; PRAGMA user_version = 7
                """)
        }
        try connection.close()
        let glance = try #require(try CardDatabase.summary(at: path))
        #expect(glance.waiting == 1)
        let database = try CardDatabase.open(path: path, at: .fixed)
        #expect(database.opening == .opened)
        #expect(try await database.history() == past)
        try await database.settle(ActionKey("k2"), .superseded, at: .fixed)
        #expect(try await database.history().map(\.state) == [.closed, .undone, .sent])
        database.close()
        #expect(try CardDatabase.inspect(path: path) == 15)
    }

    @Test func `a later version's file is refused and not touched`() throws {
        try CardDatabase.open(path: path, at: .fixed).close()
        let connection = try Connection(path)
        try connection.accessNow { try $0.execute("PRAGMA user_version = 99") }
        try connection.close()
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: StoreError.newerSchema(path: path, found: 99, known: 15)) {
            try CardDatabase.open(path: path, at: .fixed)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test func `inspecting a file reports what opening it would do, and does not change it`() throws {
        let folder = (path as NSString).deletingLastPathComponent
        let isThere = FileManager.default.fileExists(atPath: folder)
        #expect(try CardDatabase.inspect(path: path) == nil)
        #expect(FileManager.default.fileExists(atPath: folder) == isThere)
        try CardDatabase.open(path: path, at: .fixed).close()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(try CardDatabase.inspect(path: path) == 15)

        let connection = try Connection(path)
        try connection.accessNow { try $0.execute("PRAGMA user_version = 99") }
        try connection.close()
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: StoreError.newerSchema(path: path, found: 99, known: 15)) {
            try CardDatabase.inspect(path: path)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names)

        try Data(repeating: 7, count: 5000).write(to: URL(filePath: path))
        #expect(throws: StoreError.corrupt("the file is not a database")) { try CardDatabase.inspect(path: path) }
        try FileManager.default.removeItem(atPath: path + ".lock")
        #expect(throws: Self.stranger(path)) { try CardDatabase.inspect(path: path) }
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: StoreError.unusable(path: path, reason: "is not a regular file")) {
            try CardDatabase.inspect(path: path)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only the administrator can give a link away"))
    func `a link of another user is refused`() throws {
        let target = directory.file("elsewhere")
        #expect(FileManager.default.createFile(atPath: target, contents: nil))
        let link = directory.file("cards.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect(lchown(link, 65534, 65534) == 0)
        #expect {
            try CardDatabase.open(path: link, at: .fixed)
        } throws: { error in
            if case StoreError.unsafePath? = error as? StoreError { true } else { false }
        }
    }

    private static func stranger(_ path: String) -> StoreError { .notStore(path: path) }

    /// A wrong path can lead to such files.
    @Test func `a file that never was a store is left as it is`() throws {
        let folder = directory.file("things")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let notes = folder + "/notes%20 #1?.txt"
        try Data("root:x:0:0\n".utf8).write(to: URL(filePath: notes))
        let other = folder + "/places.sqlite"
        let connection = try Connection(other)
        try connection.accessNow { db in
            try db.execute(
                "PRAGMA journal_mode = WAL; CREATE TABLE outbox (a); CREATE TABLE card (a); PRAGMA user_version = 3"
            )
        }
        try connection.close()
        // Most programs use this name for their locks.
        for file in [notes, other] { try Data("4711\n".utf8).write(to: URL(filePath: file + ".lock")) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        for file in [notes, other] {
            #expect(chmod(file, 0o644) == 0)
            let before = try Data(contentsOf: URL(filePath: file))
            #expect(throws: Self.stranger(file)) { try CardDatabase.open(path: file, at: .fixed) }
            #expect(throws: Self.stranger(file)) { try CardDatabase.inspect(path: file) }
            #expect(try Data(contentsOf: URL(filePath: file)) == before)
            #expect(try mode(file) == 0o644)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names)
    }

    @Test func `a copy of a store opens, whatever its name`() async throws {
        let first = try CardDatabase.open(path: path, at: .fixed)
        try await first.apply(makeDelta([makeEntry("a")]), at: .fixed)
        first.close()
        let copy = directory.file("a 100% copy #1?.sqlite")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        #expect(try CardDatabase.inspect(path: copy) != nil)
        let second = try CardDatabase.open(path: copy, at: .fixed)
        #expect(try second.ids() == ["a"])
        second.close()
    }

    @Test func `a store that is not a database any more is set aside`() throws {
        try CardDatabase.open(path: path, at: .fixed).close()
        try Data(repeating: 7, count: 5000).write(to: URL(filePath: path))
        let database = try CardDatabase.open(path: path, at: .fixed)
        guard case .recovered(let aside, 0) = database.opening else {
            Issue.record("\(database.opening)")
            return
        }
        #expect(try Data(contentsOf: URL(filePath: aside)) == Data(repeating: 7, count: 5000))
        #expect(try database.ids() == [])
        database.close()
    }

    @Test func `unsent actions are rescued from a damaged file`() async throws {
        do {
            let database = try CardDatabase.open(path: path, at: .fixed)
            try await database.apply(makeDelta([makeEntry("a"), makeEntry("b")]), at: .fixed)
            try await database.respond(.dismiss, to: CardID("a"), in: ops, key: ActionKey("k"), at: .fixed)
            database.close()
            // A running program that finds damage creates this file.
            #expect(FileManager.default.createFile(atPath: path + ".damaged", contents: nil))
        }
        let database = try CardDatabase.open(path: path, at: .fixed)
        guard case .recovered(_, rescuedActions: 1) = database.opening else {
            Issue.record("\(database.opening)")
            return
        }
        #expect(try await database.outboxWork(at: .fixed, limit: 9).due.map(\.key.rawValue) == ["k"])
        // The card is delivered again, and the user's action on it is still in effect.
        try await database.apply(makeDelta([makeEntry("a"), makeEntry("b")]), at: .fixed)
        #expect(try database.ids() == ["b"])
        database.close()
    }

    @Test(arguments: [0, Int64.max - 100])
    func `a damaged page of unsent actions costs its own actions only`(offset: Int64) async throws {
        let keys = (0..<60).map { String(format: "action-%02d", $0) }
        let database = try CardDatabase.open(path: path, at: .fixed)
        let text = String(repeating: "x", count: 600)
        try await database.apply(makeDelta(keys.map { makeEntry($0) }), at: .fixed)
        for key in keys {
            let response = CardResponse.submit(buttonName: "send", values: ["text": .string(text)])
            try await database.respond(response, to: CardID(key), in: ops, key: ActionKey(key), at: .fixed)
        }
        database.close()
        let connection = try Connection(path)
        try connection.accessNow { db in
            try db.execute("UPDATE outbox SET position = position + \(offset)")
            try db.execute("UPDATE sqlite_sequence SET seq = seq + \(offset) WHERE name = 'outbox'")
            try db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try connection.close()
        // The page with an action in the middle: a leaf page of the table, which contains the text.
        var bytes = try Data(contentsOf: URL(filePath: path))
        let pages = stride(from: 0, to: bytes.count, by: 4096).filter { start in
            let page = bytes[start..<start + 4096]
            return page[start] == 13 && page.firstRange(of: Data("action-30".utf8)) != nil
                && page.firstRange(of: Data(text.utf8)) != nil
        }
        let damaged = try #require(pages.first)
        let lost = keys.filter { bytes[damaged..<damaged + 4096].firstRange(of: Data($0.utf8)) != nil }
        #expect(pages.count == 1 && !lost.isEmpty && lost.count < 20)
        bytes.replaceSubrange(damaged..<damaged + 4096, with: Data(repeating: 0xFF, count: 4096))
        try bytes.write(to: URL(filePath: path))
        #expect(FileManager.default.createFile(atPath: path + ".damaged", contents: nil))

        let recovered = try CardDatabase.open(path: path, at: .fixed)
        let rescued = Set(try await recovered.outboxWork(at: .fixed, limit: 99).due.map(\.key.rawValue))
        #expect(rescued == Set(keys).subtracting(lost))
        recovered.close()
    }

    @Test func `a store is set aside only if it is damaged, with what becomes of its actions`() async throws {
        #expect(try CardDatabase.setAsideIfDamaged(path: path, at: .fixed) == .notNeeded)
        let database = try CardDatabase.open(path: path, at: .fixed)
        try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
        try await database.respond(.dismiss, to: CardID("a"), in: ops, key: ActionKey("k"), at: .fixed)
        database.close()
        #expect(try CardDatabase.setAsideIfDamaged(path: path, at: .fixed) == .notNeeded)

        #expect(FileManager.default.createFile(atPath: path + ".damaged", contents: nil))
        guard case .recovered(let aside, rescuedActions: 1) = try CardDatabase.setAsideIfDamaged(path: path, at: .fixed)
        else {
            Issue.record("no recovery")
            return
        }
        #expect(FileManager.default.fileExists(atPath: aside))
        let recovered = try CardDatabase.open(path: path, at: .fixed)
        // While the store is open.
        #expect(FileManager.default.createFile(atPath: path + ".damaged", contents: nil))
        #expect(throws: StoreError.self) { try CardDatabase.setAsideIfDamaged(path: path, at: .fixed) }
        #expect(try await recovered.outboxWork(at: .fixed, limit: 9).due.map(\.key.rawValue) == ["k"])
        recovered.close()
    }

    @Test func `a file that is not a store is set aside on request`() throws {
        let bytes = Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 256) })
        let file = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: file)
        #expect(throws: Self.stranger(path)) { try CardDatabase.open(path: path, at: .fixed) }
        guard case .lost(let aside) = try CardDatabase.setAsideIfDamaged(path: path, at: .fixed) else {
            Issue.record("not set aside")
            return
        }
        #expect(try Data(contentsOf: URL(filePath: aside)) == bytes)
        let database = try CardDatabase.open(path: path, at: .fixed)
        #expect(database.opening == .created)
        database.close()
    }

    /// The point at which the program was killed while it repaired a damaged database.
    enum Interruption: CaseIterable { case marked, logMoved, databaseMoved, emptyBegun, halfBegun, begun, rescued }

    @Test(arguments: Interruption.allCases)
    func `actions are rescued once when the rescue itself is interrupted`(_ point: Interruption) async throws {
        let copy = directory.file("copy")
        do {
            let database = try CardDatabase.open(path: path, at: .fixed)
            try await database.apply(makeDelta([makeEntry("a"), makeEntry("b")]), at: .fixed)
            try await database.respond(.dismiss, to: CardID("a"), in: ops, key: ActionKey("k"), at: .fixed)
            try await database.respond(.dismiss, to: CardID("b"), in: ops, key: ActionKey("l"), at: .fixed)
            // As after a crash, the latest changes are only in the write-ahead log.
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            try FileManager.default.copyItem(atPath: path + "-wal", toPath: copy + "-wal")
            database.close()
        }
        let aside = path + ".corrupt-7"
        let files = FileManager.default
        for suffix in ["", "-wal", "-shm"] { try? files.removeItem(atPath: path + suffix) }
        let (database, log) =
            switch point {
            case .marked: (path, path + "-wal")
            case .logMoved: (path, aside + "-wal")
            default: (aside, aside + "-wal")
            }
        switch point {
        case .emptyBegun: #expect(files.createFile(atPath: path, contents: nil))
        case .halfBegun: #expect(files.createFile(atPath: path, contents: Data(repeating: 7, count: 5000)))
        case .begun: try CardDatabase.open(path: path, at: .fixed).close()
        case .rescued:
            let begun = try CardDatabase.open(path: path, at: .fixed)
            try await begun.apply(makeDelta([makeEntry("a")]), at: .fixed)
            try await begun.respond(.dismiss, to: CardID("a"), in: ops, key: ActionKey("k"), at: .fixed)
            begun.close()
        case .marked, .logMoved, .databaseMoved: break
        }
        try files.moveItem(atPath: copy, toPath: database)
        try files.moveItem(atPath: copy + "-wal", toPath: log)
        try files.createSymbolicLink(atPath: path + ".rescue", withDestinationPath: "cards.sqlite.corrupt-7")

        for isFirst in [true, false] {
            let opened = try CardDatabase.open(path: path, at: .fixed)
            #expect(opened.opening == (isFirst ? .recovered(setAside: aside, rescuedActions: 2) : .opened))
            #expect(
                Set(try await opened.outboxWork(at: .fixed, limit: 9).due.map(\.key.rawValue)) == ["k", "l"])
            #expect(try await opened.outboxCounts() == OutboxCounts(waiting: 2))
            opened.close()
        }
    }

    @Test(arguments: 0..<40) func `any damage ends in a usable store`(seed: Int) async throws {
        do {
            let database = try CardDatabase.open(path: path, at: .fixed)
            try await database.apply(
                makeDelta((0..<200).map { makeEntry("c\($0)", sequence: Int64($0 + 1)) }), at: .fixed)
            database.close()
        }
        var random = SeededGenerator(seed: UInt64(seed))
        var bytes = try Data(contentsOf: URL(filePath: path))
        if seed % 4 == 0 {
            bytes = bytes.prefix(Int.random(in: 1..<bytes.count, using: &random))
        } else {
            for _ in 0..<8 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        }
        try bytes.write(to: URL(filePath: path))
        // A command that only reads gets a valid copy, or an error for damage.
        do throws(StoreError) {
            let copy = try CardDatabase.copy(of: path)
            _ = try copy?.window(FeedQuery(streamID: ops))
        } catch {
            switch error {
            case .corrupt, .newerSchema: break
            default: Issue.record("\(error)")
            }
        }
        // Damage may be found when the store is opened or read. The second start has a valid store in either case.
        var isNewer = false
        for start in 0..<3 {
            do throws(StoreError) {
                let database = try CardDatabase.open(path: path, at: .fixed)
                defer { database.close() }
                try await database.check()
                _ = try database.window(FeedQuery(streamID: ops))
            } catch {
                switch error {
                case .newerSchema: isNewer = true
                case .corrupt where start == 0: break
                default: Issue.record("start \(start): \(error)")
                }
            }
        }
        guard !isNewer else { return }
        #expect(try CardDatabase.summary(at: path) != nil)
        _ = try CardDatabase.copy(of: path)?.window(FeedQuery(streamID: ops))
    }

    @Test(arguments: [
        "ALTER TABLE card RENAME TO gone", "DROP TABLE seen; DELETE FROM grdb_migrations; PRAGMA user_version = 1",
    ])
    func `a store without the tables of one is set aside`(sql: String) throws {
        try CardDatabase.open(path: path, at: .fixed).close()
        let connection = try Connection(path)
        try connection.accessNow { try $0.execute(sql) }
        try connection.close()
        let database = try CardDatabase.open(path: path, at: .fixed)
        guard case .recovered = database.opening else {
            Issue.record("\(database.opening)")
            return
        }
        #expect(try database.ids() == [])
        database.close()
    }

    @Test func `there is one connection that writes, and only it checkpoints`() throws {
        let database = try CardDatabase.open(path: path, at: .fixed)
        defer { database.close() }
        let settings = try database.connectionSettings()
        #expect(settings.writer == CardDatabase.ConnectionSettings(isQueryOnly: false, checkpointsByItself: true))
        #expect(settings.reader == CardDatabase.ConnectionSettings(isQueryOnly: true, checkpointsByItself: false))
    }

    @Test func `a closed database says so, and another may have the file`() async throws {
        let database = try CardDatabase.open(path: path, at: .fixed)
        try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
        let query = FeedQuery(streamID: ops)
        _ = try database.window(query)
        database.close()
        database.close()
        #expect(throws: StoreError.closed) { try database.window(query) }
        await #expect(throws: StoreError.closed) { try await database.apply(makeDelta([makeEntry("b")]), at: .fixed) }
        await #expect(throws: StoreError.closed) { try await database.syncRecord(of: ops) }
        let next = try CardDatabase.open(path: path, at: .fixed)
        #expect(try next.ids() == ["a"])
        next.close()
    }

    @Test func `closing while others read and write stops them without harm`() async throws {
        let database = try CardDatabase.open(path: path, at: .fixed)
        try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
        let observation = database.observe(FeedQuery(streamID: ops)) { _ in }
        try await withThrowingTaskGroup { group in
            for number in 0..<4 {
                group.addTask {
                    var sequence = Int64(number) + 2
                    do throws(StoreError) {
                        while true {
                            _ = try database.window(FeedQuery(streamID: ops))
                            sequence += 4
                            try await database.apply(
                                makeDelta([makeEntry("c\(sequence)", sequence: sequence)], cursor: sequence), at: .fixed
                            )
                        }
                    } catch { #expect(error == .closed) }
                }
            }
            for try await count in changes(of: database) where count > 20 { break }
            database.close()
            try await group.waitForAll()
        }
        observation.cancel()
    }

    /// The number of cards after each change.
    private func changes(of database: CardDatabase) -> AsyncThrowingStream<Int, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
        let observation = database.observe(FeedQuery(streamID: ops)) { result in
            continuation.yield(with: result.map(\.totalCount).mapError { $0 as any Error })
        }
        continuation.onTermination = { _ in observation.cancel() }
        return stream
    }

    @Test func `on a full disk, writes fail and reads work`() async throws {
        let database = try CardDatabase.open(path: path, at: .fixed)
        defer { database.close() }
        try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
        #expect(database.folder == (path as NSString).deletingLastPathComponent)
        try database.limitPages(to: 40)
        let big = makeEntry("b", sequence: 2, body: makeBody(text: String(repeating: "x", count: 300_000)))
        await #expect(throws: StoreError.diskFull) { try await database.apply(makeDelta([big]), at: .fixed) }
        #expect(try database.ids() == ["a"])
        try await database.respond(.dismiss, to: CardID("a"), in: ops, key: ActionKey("k"), at: .fixed)
        #expect(try database.ids() == [])
    }
}
