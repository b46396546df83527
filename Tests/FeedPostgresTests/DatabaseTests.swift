import Basics
import Cards
import FeedAPI
import FeedEngine
import FeedPostgres
import FeedStorage
import Foundation
import Postgres
import PostgresSupport
import Testing

/// How a storage reacts to problems with its database.
@Suite(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"))
struct DatabaseTests {
    private let database: TestDatabase
    private let pool: Pool

    init() throws {
        database = try PostgresCluster.shared.makeDatabase()
        pool = try database.makePool(size: 1)
    }

    private var address: String { database.address }

    private func open(_ text: String) throws -> PostgresStorage { try PostgresStorage(DatabaseAddress(text)) }

    @Test func `a database of a later version is refused, and one of the current version opens`() async throws {
        let epoch = try open(address).epoch
        #expect(try open(address).epoch == epoch)
        try await pool.access { _ = try $0.run("INSERT INTO cardstream.migration VALUES ('999')") }
        #expect(throws: StorageError.newerDatabase) { try open(address) }
    }

    @Test func `a database of an earlier version opens`() async throws {
        _ = try open(address)
        try await pool.access { database in
            try database.execute(
                """
                SET search_path = cardstream; DROP TABLE confirmation; DELETE FROM migration WHERE name = '3';
                ALTER TABLE migration DROP COLUMN allowsEarlier
                """)
        }
        #expect(try PostgresStorage.pendingMigrations(DatabaseAddress(address)).map(\.name) == ["3"])
        let storage = try open(address)
        try await storage.recordReader(Viewer(environment: "e", user: "ana"))
        #expect(try database.number("SELECT count(*) FROM cardstream.confirmation WHERE NOT isLost") == 1)
    }

    @Test func `a missing database is reported without a password`() throws {
        let folder = try PostgresCluster.shared.folder
        let error = #expect(throws: StorageError.self) { try open("postgres://ana:s3cret@/none?host=\(folder)") }
        guard case .unreachableDatabase(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.contains("s3cret") && error?.description.contains("s3cret") == false)
        #expect(throws: StorageError.unreadableDatabaseAddress) { try open("postgres://a:s3cret@h/d?nonsense=1") }
    }

    @Test func `a user without the right to create tables gets an error that names it`() async throws {
        try await pool.access { try $0.execute("CREATE ROLE reader LOGIN") }
        let error = #expect(throws: StorageError.self) {
            try open(address.replacing("user=cardstream", with: "user=reader"))
        }
        #expect(error?.description.contains("GRANT CREATE ON DATABASE") == true)
        try await pool.access { try $0.execute("DROP ROLE reader") }
    }

    @Test func `a user with the rights of a server opens a database that another user has created`() async throws {
        _ = try open(address)
        try await pool.access { database in
            try database.execute(
                "CREATE ROLE worker LOGIN; CREATE ROLE stranger LOGIN; GRANT USAGE ON SCHEMA cardstream TO worker; "
                    + "GRANT ALL ON ALL TABLES IN SCHEMA cardstream TO worker")
        }
        let storage = try open(address.replacing("user=cardstream", with: "user=worker"))
        let request = PublishRequest(
            streamID: "ops", users: ["ana"], key: "k",
            body: CardBody(components: [.headline(Card.Headline(text: "Hello"))]).encoded())
        let now = Date(timeIntervalSince1970: 0)
        _ = try await storage.run(
            PublishCards([try Publication(request, now: now)], in: "e", ids: ["c1"], now: now))
        try await storage.close()
        let error = #expect(throws: StorageError.self) {
            try open(address.replacing("user=cardstream", with: "user=stranger"))
        }
        #expect(error?.description.contains("GRANT USAGE ON SCHEMA cardstream") == true)
        try await pool.access {
            try $0.execute("DROP OWNED BY worker, stranger; DROP ROLE worker; DROP ROLE stranger")
        }
    }

    @Test(arguments: [
        ["GRANT SELECT ON ALL TABLES IN SCHEMA cardstream TO"],
        ["GRANT ALL ON ALL TABLES IN SCHEMA cardstream TO", "REVOKE DELETE ON cardstream.card, cardstream.asker FROM"],
    ])
    func `a server that may not change a table is refused`(statements: [String]) async throws {
        _ = try open(address)
        let role = "limited_\(database.name)"
        try database.execute("CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA cardstream TO \(role)")
        for statement in statements { try database.execute("\(statement) \(role)") }
        let limited = address.replacing("user=cardstream", with: "user=\(role)")
        let error = #expect(throws: StorageError.self) { try open(limited) }
        #expect(error?.description.contains("may not change the tables") == true)
        #expect(error?.description.contains("GRANT ALL ON ALL TABLES IN SCHEMA cardstream TO user") == true)
        if statements.count > 1 { #expect(error?.description.contains("asker, card. As the owner") == true) }
        // An export only reads.
        try await PostgresStorage(DatabaseAddress(limited), isServer: false).close()
        try database.execute("DROP OWNED BY \(role); DROP ROLE \(role)")
    }

    @Test func `a database without connections for changes is not ready`() async throws {
        let role = "changing_\(database.name)"
        try database.execute("CREATE ROLE \(role) LOGIN SUPERUSER")
        let storage = try open(address.replacing("user=cardstream", with: "user=\(role)"))
        #expect(await storage.isReady())
        // Open connections stay open, but none can be made for changes.
        try database.execute("ALTER ROLE \(role) NOLOGIN")
        let change = Self.webhook("w")
        let problem = await #expect(throws: Problem.self) { _ = try await storage.run(change) }
        #expect(problem?.status == 503 && problem?.retryAfter == 1)
        #expect(await !storage.isReady())
        try database.execute("ALTER ROLE \(role) LOGIN")
        #expect(await storage.isReady())
        _ = try await storage.run(change)
        try await storage.close()
    }

    @Test func `failures with files are reported as well`() async throws {
        let told = Lock<[String]>([])
        let storage = try PostgresStorage(DatabaseAddress(address)) { text in told.withLock { $0.append(text) } }
        let id = try await storage.files.begin(size: 3)
        try await pool.access { try $0.execute("DROP TABLE cardstream.chunk") }
        await #expect(throws: Problem.self) { try await storage.files.append([1], to: id) }
        #expect(told.withLock { $0 }.contains { $0.contains("chunk") })
    }

    @Test func `many files without an upload are deleted in batches`() async throws {
        let storage = try open(address)
        try await pool.access { database in
            try database.execute(
                """
                INSERT INTO cardstream.file (id, isKept) SELECT 'old' || n, true FROM generate_series(1, 50) AS n;
                INSERT INTO cardstream.file (id, startedAt)
                SELECT 'stale' || n, now() - interval '2 days' FROM generate_series(1, 5) AS n;
                INSERT INTO cardstream.file (id) VALUES ('new')
                """)
        }
        try await storage.removeStrayFiles()
        #expect(try database.number("SELECT count(*) FROM cardstream.file") == 1)
    }

    @Test func `an import does not begin while a server runs`() async throws {
        let server = try open(address)
        for await _ in server.hintsArrived { if server.takeHints().isListening { break } }
        let importer = try PostgresStorage(DatabaseAddress(address), isForImport: true, isServer: false)
        await #expect(throws: ArchiveError.inUse) { _ = try await importer.importedRows(of: "x") }
        try await server.close()
        try await pool.access { database in
            _ = try database.run(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
                    + " AND pid <> pg_backend_pid() AND datname = current_database()")
        }
        #expect(try await importer.importedRows(of: "x") == 0)
    }

    @Test func `rows of the record are never changed and never removed`() async throws {
        _ = try open(address)
        for statement in ["UPDATE audit SET at = 0", "DELETE FROM audit", "TRUNCATE audit"] {
            let sql = "SET search_path = cardstream; \(statement)"
            let error = await #expect(throws: PostgresError.self) { try await pool.access { try $0.execute(sql) } }
            #expect(error?.message.contains("cannot be changed or deleted") == true)
        }
    }

    @Test func `the storage reports the state of its connections for metrics`() async throws {
        let storage = try open(address)
        try await storage.recordReader(FeedKey(environment: "e", user: "ana", streamID: "ops").viewer)
        let state = await storage.state
        #expect((1...10).contains(state.connections) && state.mostConnections == 10 && state.waiting == 0)
        #expect(state.busyConnections <= state.connections && state.isListening != nil)
    }

    @Test func `the storage reports that changes wait for a standby, and for how long`() async throws {
        let cluster = try PostgresCluster.makeOwn(settings: ["wal_level = replica", "max_wal_senders = 2"])
        let database = try cluster.makeDatabase()
        let storage = try open(database.address)
        /// Polls until the state is as expected, as a server does each second.
        func wait(until isWaiting: Bool) async throws {
            while await storage.state.waitsForStandby != isWaiting {
                _ = try await storage.marks(of: FollowedFeeds(), asks: [])
            }
        }
        func require(standby name: String) throws {
            try cluster.administer("ALTER SYSTEM SET synchronous_standby_names = '\(name)'")
            try cluster.administer("SELECT pg_reload_conf()")
        }
        try require(standby: "none")
        while try database.texts("SHOW synchronous_standby_names") != ["none"] { await Task.yield() }
        let change = Task {
            try await storage.recordReader(FeedKey(environment: "e", user: "ana", streamID: "ops").viewer)
        }
        try await wait(until: true)
        // The server responds and can read, so it counts as ready. It sends no further changes, which would only fill
        // the database.
        #expect(await storage.isReady())
        try await storage.recordReader(FeedKey(environment: "e", user: "bo", streamID: "ops").viewer)
        await #expect(throws: Problem.self) { _ = try await storage.files.begin(size: 1) }
        let problem = await #expect(throws: Problem.self) { _ = try await storage.run(Self.webhook("w")) }
        #expect(problem?.status == 503 && problem?.detail?.contains("standby") == true)
        try require(standby: "")
        try await change.value
        try await wait(until: false)
        _ = try await storage.run(Self.webhook("w"))
        try await storage.close()
    }

    @Test func `a primary that was replaced and runs again is refused`() async throws {
        let primary = try PostgresCluster.makeOwn(settings: ["wal_level = replica", "max_wal_senders = 4"])
        let database = try primary.makeDatabase()
        let standby = try primary.makeStandby()
        let replica = database.replica(in: standby)
        let told = Lock<[String]>([])
        let storage = try PostgresStorage(DatabaseAddress(database.address(orIn: standby))) { text in
            told.withLock { $0.append(text) }
        }
        func add(_ id: WebhookID) async throws { _ = try await storage.run(Self.webhook(id)) }
        try await add("before")
        while try !replica.hasAll(of: database) { await Task.yield() }
        try primary.crash()
        try standby.promote()
        try await add("after")
        // After a restart, for example a reboot, new connections reach this cluster first.
        try primary.restart("fast")
        try replica.endConnections()
        let problem = await #expect(throws: Problem.self) { try await add("later") }
        #expect(problem?.status == 503)
        #expect(told.withLock { $0.contains { $0.contains("was replaced by another one") } })
        #expect(try database.number("SELECT count(*) FROM cardstream.webhook") == 1)
        #expect(try replica.number("SELECT count(*) FROM cardstream.webhook") == 2)
        try await storage.close()
    }

    private static func webhook(_ id: WebhookID) -> AddWebhook {
        AddWebhook(
            StoredWebhook(
                id: id, environment: "e", url: "https://example.org", secret: "s", events: [], streams: [], createdAt: 0
            ))
    }

    @Test func `connections that end between two commands are replaced`() async throws {
        let storage = try open(address)
        let feed = FeedKey(environment: "e", user: "ana", streamID: "ops")
        for _ in 0..<3 {
            try await storage.recordReader(feed.viewer)
            #expect(try await storage.position(of: feed).sequence == 0)
            let ended = try await pool.access { database in
                try database.value(
                    """
                    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """, as: Int.self)
            }
            #expect(ended ?? 0 > 0)
        }
        try await storage.close()
        let problem = await #expect(throws: Problem.self) { try await storage.position(of: feed) }
        #expect(problem?.type == .shuttingDown)
    }

    /// Pieces are stored without waiting for the disk, so a crash loses the latest ones.
    @Test func `a file that has lost a piece is not stored`() async throws {
        let storage = try open(address)
        let form = CardBody(components: [
            .input(Card.Input(name: "photo", kind: .fileUpload(bucketID: "receipts", allowedTypes: .staticImage))),
            .buttons(
                Card.ButtonContainer(buttons: [Card.Button(text: "Send", action: .submit(.init(buttonName: "send")))])),
        ])
        let request = PublishRequest(streamID: "ops", users: ["ana"], key: nil, body: form.encoded())
        let now = Date(timeIntervalSince1970: 0)
        _ = try await storage.run(
            PublishCards([try Publication(request, now: now)], in: "e", ids: ["c1"], now: now))
        func upload(_ key: ActionKey, losing number: Int?) async throws -> Problem? {
            let id = try await storage.files.begin(size: 9)
            for piece in ["abc", "def"] { try await storage.files.append(Array(piece.utf8), to: id) }
            if let number {
                try await pool.access { _ = try $0.run("DELETE FROM cardstream.chunk WHERE number = $1", [number]) }
            }
            try await storage.files.append(Array("ghi".utf8), to: id)
            do {
                try await storage.files.finish(id)
                _ = try await storage.run(
                    KeepUpload(
                        UploadReceipt(id: id, bucketID: "receipts", filename: "a.png", format: .png, size: 9),
                        for: UploadTarget(key: key, streamID: "ops", cardID: "c1", bucketID: "receipts"),
                        fingerprint: "f", by: Viewer(environment: "e", user: "ana"), now: now))
            } catch { return error }
            return nil
        }
        let problem = try await upload("u1", losing: 1)
        #expect(problem?.type == .internalError && problem?.retryAfter != nil, "\(String(describing: problem))")
        #expect(try await upload("u2", losing: nil) == nil)
    }

    @Test func `texts with a NUL character are stored`() async throws {
        let storage = try open(address)
        _ = try await storage.run(
            AddWebhook(
                StoredWebhook(
                    id: "w", environment: "e", url: "https://example.org", secret: "s", events: [], streams: [],
                    createdAt: 0)))
        try await storage.settle("none", .failed(reason: "a\0b", next: nil), at: .init(timeIntervalSince1970: 0))
        #expect(try await storage.deliveryCounts(of: "w") == (0, 0))
    }

    @Test func `a publication to a feed that exists asks the database twice`() async throws {
        let proxy = try database.makeFaultProxy()
        let storage = try PostgresStorage(DatabaseAddress(database.address(through: proxy)), isServer: false)
        let body = CardBody(components: [.text(Card.TextBlock(text: "Deploy?"))]).encoded()
        let now = Date(timeIntervalSince1970: 0)
        func publish(_ id: CardID) async throws {
            let request = PublishRequest(streamID: "ops", users: ["ana"], key: nil, body: body)
            _ = try await storage.run(
                PublishCards([try Publication(request, now: now)], in: "e", ids: [id], now: now))
        }
        // Some of these exchanges open a connection, prepare its statements or create the feed.
        var counts: [Int] = []
        for number in 0..<12 {
            let before = proxy.exchangeCount
            try await publish(CardID(stored: "card\(number)"))
            counts.append(proxy.exchangeCount - before)
        }
        #expect(counts.min() == 2, "\(counts)")
        #expect(try await storage.position(of: FeedKey(environment: "e", user: "ana", streamID: "ops")).sequence == 12)
        try await storage.close()
    }
}
