import Testing

@testable import SQLite

@Suite struct StatementTests {
    private let connection: Connection

    init() throws {
        connection = try Connection()
        try connection.accessNow { try $0.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, value)") }
    }

    private func stored<Value: SQLiteValue>(_ value: Value?) throws -> (type: String?, value: Value?) {
        try connection.accessNow { database throws in
            try database.run("INSERT INTO t (value) VALUES (?)", [value])
            let row = database.lastInsertedRowID
            return (
                try database.statement("SELECT typeof(value) FROM t WHERE id = ?").value([row]),
                try database.statement("SELECT value FROM t WHERE id = ?").value([row])
            )
        }
    }

    @Test(arguments: [0, 1, -1, Int64.max, .min]) func `integers round-trip`(number: Int64) throws {
        #expect(try stored(number) == (type: "integer", value: number))
        #expect(try stored(Int(number)) == (type: "integer", value: Int(number)))
    }

    @Test(arguments: [0.5, -1e300, .leastNonzeroMagnitude, .infinity]) func `numbers round-trip`(number: Double) throws
    {
        #expect(try stored(number) == (type: "real", value: number))
    }

    @Test(arguments: ["", "a", "ä€😀", "one\0two", "\0"]) func `texts round-trip`(text: String) throws {
        #expect(try stored(text) == (type: "text", value: text))
    }

    @Test func `bytes round-trip, also many and none`() throws {
        let all = [UInt8](0...255)
        #expect(try stored(all) == (type: "blob", value: all))
        #expect(try stored([] as [UInt8]) == (type: "blob", value: []))
        let many = [UInt8](repeating: 7, count: 5 << 20)
        #expect(try stored(many).value == many)
        let long = String(repeating: "ä", count: 3 << 20)
        #expect(try stored(long).value == long)
    }

    @Test func `NULL is nil for any type`() throws {
        #expect(try stored(nil as String?) == (type: "null", value: nil))
        try connection.accessNow { database throws in
            let select = try database.statement("SELECT NULL")
            #expect(try select.first { $0[0] as Int64? } == .some(nil))
            #expect(try select.first { $0[0] as Int64 } == 0)
            #expect(try select.first { $0[0] as String } == "")
            #expect(try select.first { $0[0] as [UInt8] } == [])
            #expect(try select.first { $0.isNull(0) } == true)
        }
    }

    @Test func `a Boolean is stored as a number`() throws {
        #expect(try stored(true) == (type: "integer", value: true))
        #expect(try stored(false) == (type: "integer", value: false))
    }

    @Test func `invalid UTF-8 is replaced, and a blob can be read as a text`() throws {
        try connection.accessNow { database throws in
            let text = try database.statement("SELECT CAST(x'61FF62' AS TEXT)").first { $0.string(0) }
            #expect(text == "a\u{FFFD}b")
            #expect(try database.statement("SELECT x'6100'").first { $0.string(0) } == "a\0")
        }
    }

    @Test func `a statement is prepared once`() throws {
        try connection.accessNow { database throws in
            let first = try database.statement("SELECT 1")
            #expect(try database.statement("SELECT 1") === first)
        }
    }

    @Test func `a running statement is not reused`() throws {
        try connection.accessNow { database throws in
            try database.execute("INSERT INTO t (id) VALUES (1), (2), (3)")
            let outer = try database.statement("SELECT id FROM t ORDER BY id")
            let pairs = try outer.all { row in
                let inner = try database.statement("SELECT id FROM t ORDER BY id")
                #expect(inner !== outer)
                let ids: [Int64] = try inner.values()
                return (row[0] as Int64, ids.count)
            }
            #expect(pairs.map(\.0) == [1, 2, 3])
            #expect(pairs.map(\.1) == [3, 3, 3])
            #expect(throws: DatabaseError(.misuse, "the statement is already running")) {
                try outer.forEachRow { _ in
                    try outer.run()
                    return true
                }
            }
        }
    }

    @Test func `parameters can be bound one by one and all together`() throws {
        try connection.accessNow { database throws in
            let insert = try database.statement("INSERT INTO t (id, value) VALUES (?, ?)")
            insert.bind(5)
            #expect(try insert.run(["five"]) == 1)
            #expect(try insert.run([6, nil]) == 1)
            #expect(
                try database.statement("SELECT value FROM t ORDER BY id").all { $0[0] as String? } == ["five", nil])
        }
    }

    @Test func `a parameter without a value is an error, and does not keep its previous value`() throws {
        try connection.accessNow { database throws in
            let insert = try database.statement("INSERT INTO t (id, value) VALUES (?, ?)")
            try insert.run([1, "a"])
            let error = #expect(throws: DatabaseError.self) { try insert.run([2]) }
            #expect(error?.code == .range)
            #expect(throws: DatabaseError.self) { try insert.run([2, "b", "c"]) }
            #expect(try database.statement("SELECT count(*) FROM t").value() == 1)
            // Values that were bound for a run that never happened are forgotten.
            insert.bind(3)
            #expect(try database.statement("INSERT INTO t (id, value) VALUES (?, ?)").run([4, "d"]) == 1)
        }
    }

    @Test func `a reader may end the statement early`() throws {
        try connection.accessNow { database throws in
            try database.execute("INSERT INTO t (id) VALUES (1), (2), (3)")
            var seen: [Int64] = []
            try database.statement("SELECT id FROM t ORDER BY id").forEachRow { row in
                seen.append(row[0])
                return seen.count < 2
            }
            #expect(seen == [1, 2])
            #expect(throws: CancellationError.self) {
                try database.statement("SELECT id FROM t").forEachRow { _ in throw CancellationError() }
            }
            // Neither statement keeps a lock on the table.
            try database.execute("DROP TABLE t")
        }
    }

    @Test func `only a single statement is accepted`() throws {
        try connection.accessNow { database throws in
            #expect(throws: DatabaseError(.misuse, "the SQL has more than one statement")) {
                try database.statement("DELETE FROM t; DROP TABLE t")
            }
            #expect(throws: DatabaseError(.misuse, "the SQL has no statement")) {
                try database.statement(" -- nothing")
            }
            #expect(try database.statement("SELECT 1 ; ").value() == 1)
        }
    }

    @Test func `errors have the code, the extended code and the message`() throws {
        try connection.accessNow { database throws in
            let syntax = #expect(throws: DatabaseError.self) { try database.run("SELEKT 1") }
            #expect(syntax?.code == .error)
            #expect(syntax?.message == "near \"SELEKT\": syntax error")
            try database.execute("CREATE TABLE u (a TEXT UNIQUE, b INTEGER CHECK (b > 0)) STRICT")
            try database.run("INSERT INTO u VALUES ('x', 1)")
            let twice = #expect(throws: DatabaseError.self) { try database.run("INSERT INTO u VALUES ('x', 1)") }
            #expect(twice?.code == .uniqueConstraint)
            #expect(twice?.code.primary == .constraint)
            #expect(twice?.message == "UNIQUE constraint failed: u.a")
            let check = #expect(throws: DatabaseError.self) { try database.execute("INSERT INTO u VALUES ('y', 0)") }
            #expect(check?.code.primary == .constraint)
            #expect("\(ResultCode.full)" == "13 (database or disk is full)")
        }
    }

    @Test func `a text in double quotes is not a string`() throws {
        #expect(throws: DatabaseError.self) { try connection.accessNow { try $0.run("SELECT \"nothing\"") } }
    }

    @Test func `changes are counted`() throws {
        try connection.accessNow { database throws in
            #expect(try database.run("INSERT INTO t (id) VALUES (1), (2), (3)") == 3)
            #expect(try database.run("UPDATE t SET value = 1 WHERE id > ?", [1]) == 2)
            #expect(database.changesCount == 2)
            #expect(try database.run("DELETE FROM t WHERE id = 9") == 0)
            #expect(database.lastInsertedRowID == 3)
        }
    }
}
