import Testing

@testable import SQLite

@Suite struct TransactionTests {
    private struct Failure: Error {}

    private let connection: Connection

    init() throws {
        connection = try Connection()
        try connection.accessNow { try $0.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)") }
    }

    private func ids() throws -> [Int64] {
        try connection.accessNow { try $0.statement("SELECT id FROM t ORDER BY id").values() }
    }

    @Test func `a transaction performs all of its statements`() throws {
        let result = try connection.accessNow { database throws in
            try database.transaction(.immediate) {
                #expect(database.isInTransaction)
                try database.run("INSERT INTO t VALUES (1)")
                return try database.run("INSERT INTO t VALUES (2), (3)")
            }
        }
        #expect(result == 2)
        #expect(try ids() == [1, 2, 3])
    }

    @Test(arguments: [Database.TransactionKind.deferred, .immediate])
    func `a transaction that throws has no effect`(kind: Database.TransactionKind) throws {
        #expect(throws: Failure.self) {
            try connection.accessNow { database throws in
                try database.transaction(kind) {
                    try database.run("INSERT INTO t VALUES (1)")
                    throw Failure()
                }
            }
        }
        #expect(try ids() == [])
        #expect(try connection.accessNow { $0.isInTransaction } == false)
    }

    @Test func `a failed statement rolls back the others`() throws {
        let error = #expect(throws: DatabaseError.self) {
            try connection.accessNow { database throws in
                try database.transaction(.immediate) {
                    try database.run("INSERT INTO t VALUES (1)")
                    try database.run("INSERT INTO t VALUES (1)")
                }
            }
        }
        #expect(error?.code.primary == .constraint)
        #expect(try ids() == [])
    }

    @Test func `transactions do not nest, and the outer one continues`() throws {
        try connection.accessNow { database throws in
            try database.transaction(.immediate) {
                try database.run("INSERT INTO t VALUES (1)")
                #expect(throws: DatabaseError.self) {
                    try database.transaction(.immediate) { try database.run("INSERT INTO t VALUES (2)") }
                }
                try database.run("INSERT INTO t VALUES (3)")
            }
        }
        #expect(try ids() == [1, 3])
    }

    @Test func `a failed commit is rolled back`() throws {
        try connection.accessNow { database throws in
            try database.execute(
                "CREATE TABLE child (parent INTEGER REFERENCES t (id) DEFERRABLE INITIALLY DEFERRED)")
            #expect(throws: DatabaseError.self) {
                try database.transaction(.immediate) { try database.run("INSERT INTO child VALUES (9)") }
            }
            #expect(!database.isInTransaction)
            #expect(try database.statement("SELECT count(*) FROM child").value() == 0)
        }
    }
}
