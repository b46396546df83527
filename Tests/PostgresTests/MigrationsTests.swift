import Basics
import Postgres
import PostgresSupport
import Testing

/// Migrations from one version of the tables to the next.
@Suite(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"))
struct MigrationsTests {
    private let database: TestDatabase

    init() throws { database = try PostgresCluster.shared.makeDatabase() }

    private func migrations(_ names: [String]) -> Migrations {
        var migrations = Migrations(schema: "s")
        for name in names {
            migrations.add(name) { try $0.execute("CREATE TABLE s.\(name) (id bigint)") }
        }
        return migrations
    }

    @Test func `each migration is performed once, also with concurrent starts`() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await database.makePool(size: 1).access { try migrations(["a", "b"]).migrate($0) }
                }
            }
            for try await isCurrent in group { #expect(isCurrent) }
        }
        let pool = try database.makePool(size: 1)
        #expect(try await pool.access { try migrations(["a", "b", "c"]).migrate($0) })
        let names = try await pool.access { try $0.values("SELECT name FROM s.migration ORDER BY 1", as: String.self) }
        #expect(names == ["a", "b", "c"])
    }

    @Test func `changes of a later version are kept`() async throws {
        let pool = try database.makePool(size: 1)
        #expect(try await pool.access { try migrations(["a", "b"]).migrate($0) })
        #expect(try await pool.access { try migrations(["a"]).migrate($0) } == false)
        #expect(try await pool.access { try migrations(["a", "c"]).migrate($0) } == false)
        #expect(try await pool.access { try $0.value("SELECT to_regclass('s.c') IS NULL", as: Bool.self) } == true)
    }

    @Test func `a later version allows an earlier one to run, if its migrations permit that`() async throws {
        let pool = try database.makePool(size: 1)
        // The table as the first versions created it.
        try await pool.access {
            try $0.execute("CREATE SCHEMA s; CREATE TABLE s.migration (name text NOT NULL PRIMARY KEY)")
        }
        var later = migrations(["a"])
        later.add("b", allowsEarlier: true) { try $0.execute("CREATE TABLE s.b (id bigint)") }
        let steps = later
        #expect(try await pool.access { try steps.migrate($0) })
        #expect(try await pool.access { try migrations(["a"]).migrate($0) })
        #expect(try await pool.access { try migrations(["a"]).pending($0) } == [])
        #expect(try await pool.access { try migrations(["a", "c"]).pending($0) } == ["c"])
    }

    @Test func `a migration may take any time, and a complete schema needs no right to change it`() async throws {
        let settings: Settings = { _ in "SET statement_timeout = '20s'" }
        let pool = Pool(try ConnectionTarget(database.address), size: 1, settings: settings)
        let limit = Lock("")
        var timed = migrations(["a"])
        timed.add("b") { database in
            let value = try database.value("SHOW statement_timeout", as: String.self) ?? ""
            limit.withLock { $0 = value }
        }
        let steps = timed
        #expect(try await pool.access { try steps.migrate($0) })
        #expect(limit.withLock { $0 } == "0")
        try await pool.access { database in
            try database.execute(
                """
                CREATE ROLE migrant; GRANT USAGE ON SCHEMA s TO migrant; GRANT SELECT ON s.migration TO migrant;
                SET ROLE migrant
                """)
            #expect(try steps.migrate(database))
            try database.execute("RESET ROLE; DROP OWNED BY migrant; DROP ROLE migrant")
        }
    }

    @Test func `a failed migration leaves no changes`() async throws {
        let pool = try database.makePool(size: 1)
        var broken = migrations(["a"])
        broken.add("b") { try $0.execute("CREATE TABLE s.a (id bigint)") }
        let steps = broken
        await #expect(throws: PostgresError.self) { try await pool.access { try steps.migrate($0) } }
        #expect(try await pool.access { try $0.value("SELECT to_regnamespace('s') IS NULL", as: Bool.self) } == true)
    }
}
