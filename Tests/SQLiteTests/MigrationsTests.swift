import Testing

@testable import SQLite

@Suite struct MigrationsTests {
    private struct Failure: Error {}

    private let connection: Connection

    init() throws { connection = try Connection() }

    private func migrations(_ names: [String], failing: String? = nil) -> Migrations {
        var migrations = Migrations()
        for name in names {
            migrations.add(name) { database in
                try database.execute("CREATE TABLE IF NOT EXISTS log (name TEXT)")
                try database.run("INSERT INTO log VALUES (?)", [name])
                if name == failing { throw Failure() }
            }
        }
        return migrations
    }

    private func log() throws -> [String] {
        try connection.accessNow { try $0.statement("SELECT name FROM log ORDER BY rowid").values() }
    }

    @Test func `each migration is performed once, in order`() throws {
        try connection.accessNow { database throws in
            try migrations(["b", "a"]).migrate(database)
            try migrations(["b", "a"]).migrate(database)
            try migrations(["b", "a", "c"]).migrate(database)
        }
        #expect(try log() == ["b", "a", "c"])
    }

    @Test func `a failed migration is not performed, earlier ones are`() throws {
        #expect(throws: Failure.self) {
            try connection.accessNow { try migrations(["a", "b", "c"], failing: "b").migrate($0) }
        }
        #expect(try log() == ["a"])
        try connection.accessNow { try migrations(["a", "b", "c"]).migrate($0) }
        #expect(try log() == ["a", "b", "c"])
    }

    @Test func `a file of a later version is detected`() throws {
        try connection.accessNow { database throws in
            #expect(try !migrations(["a"]).isSuperseded(in: database))
            try migrations(["a", "b"]).migrate(database)
            #expect(try !migrations(["a", "b", "c"]).isSuperseded(in: database))
            #expect(try migrations(["a"]).isSuperseded(in: database))
        }
    }

    /// The table as earlier versions of this program left it.
    @Test func `the migration table of earlier versions is read`() throws {
        try connection.accessNow { database throws in
            try database.execute(
                """
                CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                INSERT INTO grdb_migrations VALUES ('a');
                """)
            try migrations(["a", "b"]).migrate(database)
        }
        #expect(try log() == ["b"])
    }
}
