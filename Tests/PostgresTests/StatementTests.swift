import Postgres
import PostgresSupport
import Testing

/// Statements, their parameters and their rows.
@Suite(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"))
struct StatementTests {
    private let database: TestDatabase

    init() throws { database = try PostgresCluster.shared.makeDatabase() }

    private func makePool(size: Int = 2) throws -> Pool { try database.makePool(size: size) }

    @Test func `values round-trip`() async throws {
        let row = try await makePool().access { database in
            let values: [(any PostgresValue)?] = [
                Int64.min, -1, true, "größe ⟨𝛼⟩ '\" \\ $1", "", [0, 255, 10, 0] as [UInt8], [] as [UInt8], nil,
            ]
            return try database.first(
                """
                SELECT $1::bigint, $2::bigint, $3::boolean, $4::text, $5::text, $6::bytea, $7::bytea, $8::text,
                (-7)::integer
                """, values
            ) { row in
                #expect(row[0] == Int64.min && row[1] == -1 && row[2] == true)
                #expect(row[3] == "größe ⟨𝛼⟩ '\" \\ $1" && row[4] == "")
                #expect(row.bytes(5) == [0, 255, 10, 0] && row.bytes(6) == [])
                #expect(row.isNull(7) && row[7] as String? == nil && row[7] == "")
                return row[8] as Int?
            }
        }
        #expect(row == -7)
    }

    @Test func `arrays are parameters`() async throws {
        let found = try await makePool().access { database in
            (
                try database.values(
                    "SELECT * FROM unnest($1::text[])", [PostgresArray(["a,b", "", "{\"}", "NULL"])], as: String.self),
                try database.values(
                    "SELECT * FROM unnest($1::bigint[])", [PostgresArray([] as [Int64])], as: Int64.self),
                try database.value("SELECT 5::bigint = ANY($1)", [PostgresArray([4, 5] as [Int64])], as: Bool.self)
            )
        }
        #expect(found.0 == ["a,b", "", "{\"}", "NULL"] && found.1 == [] && found.2 == true)
    }

    @Test func `a statement runs for many parameter lists, and its rows are in order`() async throws {
        let numbers = try await makePool().access { database in
            try database.execute("CREATE TABLE t (id bigint PRIMARY KEY, text text)")
            var numbers: [Int64] = []
            let count = try database.runEach(
                "INSERT INTO t VALUES ($1, $2) RETURNING id", (0..<1000).map { [$0, "x"] }
            ) { numbers.append($0[0]) }
            #expect(count == 1000)
            #expect(try database.run("UPDATE t SET text = 'y' WHERE id < $1", [10]) == 10)
            return numbers
        }
        #expect(numbers == (0..<1000).map { $0 })
    }

    @Test func `a failure among many statements throws the first error, and the connection stays usable`() async throws
    {
        let pool = try makePool(size: 1)
        try await pool.access { database in
            try database.execute("CREATE TABLE t (id bigint PRIMARY KEY)")
            let error = #expect(throws: PostgresError.self) {
                try database.transaction(.change) {
                    _ = try database.runEach("INSERT INTO t VALUES ($1)", [[1], [2], [1], [3]])
                }
            }
            #expect(error?.state == .uniqueViolation && error?.constraint == "t_pkey")
            #expect(try database.value("SELECT count(*) FROM t", as: Int.self) == 0)
            #expect(throws: PostgresError.self) { try database.run("SELECT nothing FROM nowhere") }
            #expect(try database.value("SELECT 1::bigint", as: Int.self) == 1)
        }
    }

    @Test func `a reader may stop early, and another statement follows`() async throws {
        try await makePool().access { database in
            var seen: [Int64] = []
            try database.forEachRow("SELECT * FROM generate_series(1::bigint, 5000)") { row in
                seen.append(row[0])
                return seen.count < 3
            }
            #expect(seen == [1, 2, 3])
            #expect(try database.value("SELECT 2::bigint", as: Int.self) == 2)
            struct Stop: Error {}
            #expect(throws: Stop.self) {
                try database.forEachRow("SELECT * FROM generate_series(1::bigint, 50)") { _ in throw Stop() }
            }
            #expect(try database.value("SELECT 3::bigint", as: Int.self) == 3)
        }
    }
}
