import Basics
import Postgres
import PostgresSupport
import Testing

/// Commits whose connection ends.
@Suite(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"))
struct CommitTests {
    private let database: TestDatabase
    private let proxy: PostgresFaultProxy

    init() throws {
        database = try PostgresCluster.shared.makeDatabase()
        proxy = try database.makeFaultProxy()
    }

    private static let commits = CommitMarkerTable("public.commits")

    private func pool(isPooled: Bool = false, commits: CommitMarkerTable? = Self.commits) throws -> Pool {
        Pool(
            try ConnectionTarget(database.address(through: proxy), isPooled: isPooled), size: 1, commits: commits)
    }

    /// Adds a row, and returns the number of attempts.
    private func add(_ pool: Pool) async throws -> Int {
        let attempts = Lock(0)
        return try await pool.access { database in
            try database.transaction(.change) {
                try database.run("INSERT INTO t VALUES (1)")
                return attempts.withLock { attempts in
                    attempts += 1
                    return attempts
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func `a commit whose reply is lost is found, and a lost commit is repeated`(isPooled: Bool) async throws {
        let pool = try pool(isPooled: isPooled)
        try await pool.access { try $0.execute("CREATE TABLE t (id bigint); \(Self.commits.definition)") }
        func count() async throws -> Int? {
            try await pool.access { try $0.value("SELECT count(*) FROM t", as: Int.self) }
        }
        proxy.lose([.reply])
        #expect(try await add(pool) == 1)
        #expect(try await count() == 1 && proxy.lostCount == 1)
        proxy.lose([.commit])
        #expect(try await add(pool) == 2)
        #expect(try await count() == 2 && proxy.lostCount == 2)
        // The second commit is the query about the first, and the third is that query again.
        proxy.lose([.commit, .commit, .reply])
        #expect(try await add(pool) == 2)
        #expect(try await count() == 3 && proxy.lostCount == 5)
    }

    /// After a crash, transaction numbers that were not written to the disk are used again.
    @Test func `a commit that a crash has lost is repeated, even if its number was reused`() async throws {
        let cluster = try PostgresCluster.makeOwn()
        // Uncommitted data reaches the disk late.
        try cluster.administer("ALTER SYSTEM SET wal_writer_delay = '10s'")
        try cluster.restart("fast")
        let database = try cluster.makeDatabase()
        let proxy = try database.makeFaultProxy()
        let pool = Pool(try ConnectionTarget(database.address(through: proxy)), size: 1, commits: Self.commits)
        let others = try database.makePool(size: 1)
        try await others.access { try $0.execute("CREATE TABLE t (id bigint); \(Self.commits.definition)") }
        proxy.lose([.commit]) {
            do {
                try cluster.restart("immediate")
                try others.accessNow { database in
                    try database.transaction(.change) { _ = try database.run("INSERT INTO t VALUES (7)") }
                }
            } catch { Issue.record(error) }
        }
        #expect(try await add(pool) == 2)
        #expect(try await others.access { try $0.values("SELECT id FROM t ORDER BY id", as: Int.self) } == [1, 7])
    }

    /// The server may still receive the commit, which must then fail because it was repeated.
    @Test func `a commit that arrives after its timeout fails`() async throws {
        let pool = try pool()
        try await pool.access { try $0.execute("CREATE TABLE t (id bigint); \(Self.commits.definition)") }
        proxy.lose([.late])
        #expect(try await add(pool) == 2)
        try proxy.deliverLate()
        #expect(try database.number("SELECT count(*) FROM t") == 1)
    }

    /// PostgreSQL would report success, and a failover would lose the change.
    @Test(arguments: [false, true])
    func `a commit that waits for a standby is never reported as done when the wait ends`(byServer: Bool) async throws {
        let cluster = try PostgresCluster.makeOwn(settings: ["wal_level = replica", "max_wal_senders = 2"])
        let database = try cluster.makeDatabase()
        try database.execute("CREATE TABLE t (id bigint)")
        try cluster.administer("ALTER SYSTEM SET synchronous_standby_names = 'none'")
        try cluster.administer("SELECT pg_reload_conf()")
        while try database.texts("SHOW synchronous_standby_names") != ["none"] { await Task.yield() }
        let pool = try database.makePool(size: 1)
        let task = Task {
            try await pool.access { database in
                try database.transaction(.change) { _ = try database.run("INSERT INTO t VALUES (1)") }
            }
        }
        while try database.countConnections(where: "wait_event = 'SyncRep'") == 0 { await Task.yield() }
        if byServer {
            _ = try database.number(
                """
                SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event = 'SyncRep'
                """)
        } else {
            task.cancel()
        }
        let error = await #expect(throws: PostgresError.self) { try await task.value }
        #expect(error?.isOutcomeUnknown == true, "\(String(describing: error))")
    }

    @Test func `without the table, the result of a commit is unknown`() async throws {
        let pool = try pool(commits: nil)
        try await pool.access { try $0.execute("CREATE TABLE t (id bigint)") }
        proxy.lose([.reply])
        let error = await #expect(throws: PostgresError.self) { _ = try await add(pool) }
        #expect(error?.isOutcomeUnknown == true)
    }

    @Test func `a transaction that changes nothing leaves no row`() async throws {
        let pool = try pool()
        try await pool.access { try $0.execute("CREATE TABLE t (id bigint); \(Self.commits.definition)") }
        try await pool.access { database in
            try database.transaction(.change) { _ = try database.run("SELECT count(*) FROM t") }
        }
        #expect(try database.number("SELECT count(*) FROM public.commits") == 0)
        #expect(try await add(pool) == 1)
        #expect(try database.number("SELECT count(*) FROM public.commits WHERE NOT isLost") == 1)
    }

    @Test func `a conflict that never ends causes an error`() async throws {
        let pool = try database.makePool(size: 1)
        let attempts = Lock(0)
        let error = await #expect(throws: PostgresError.self) {
            try await pool.access { _ in
                attempts.withLock { $0 += 1 }
                throw PostgresError(.serializationFailure, "again")
            }
        }
        #expect(error?.state == .serializationFailure && attempts.withLock { $0 } == 21)
    }
}
