import Basics
import Postgres
import PostgresSupport
import Testing

/// Commits whose connection ends.
@Suite(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"))
struct CommitTests {
    private let database: TestDatabase
    private let relay: Relay

    init() throws {
        database = try PostgresCluster.shared.makeDatabase()
        relay = try database.makeRelay()
    }

    private func pool(isPooled: Bool) throws -> Pool {
        Pool(try ConnectionTarget(database.address(through: relay), isPooled: isPooled), size: 1)
    }

    /// Adds a row; returns how often that was tried.
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
    func `a commit whose reply is lost is found, and one that is lost itself is repeated`(isPooled: Bool) async throws {
        let pool = try pool(isPooled: isPooled)
        try await pool.access { try $0.execute("CREATE TABLE t (id bigint)") }
        func count() async throws -> Int? {
            try await pool.access { try $0.value("SELECT count(*) FROM t", as: Int.self) }
        }
        relay.lose([.reply])
        #expect(try await add(pool) == 1)
        #expect(try await count() == 1 && relay.lostCount == 1)
        relay.lose([.commit])
        #expect(try await add(pool) == 2)
        #expect(try await count() == 2 && relay.lostCount == 2)
        relay.lose([.commit, .commit, .reply])
        #expect(try await add(pool) == 3)
        #expect(try await count() == 3 && relay.lostCount == 5)
    }

    @Test func `a conflict that never ends is given up`() async throws {
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
