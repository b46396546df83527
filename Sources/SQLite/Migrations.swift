/// The steps by which a database of any earlier version becomes one of this version. Each has a name, is done once, in order and
/// in a transaction of its own. The names of those that are done are in the table `grdb_migrations`, which is called so by
/// every file there is.
package struct Migrations: Sendable {
    package typealias Step = @Sendable (Database) throws -> Void

    private var steps: [(name: String, step: Step)] = []

    package init() {}

    package mutating func add(_ name: String, _ step: @escaping Step) {
        precondition(!steps.contains { $0.name == name }, "two migrations with the same name")
        steps.append((name, step))
    }

    /// Does what has not been done. Not inside a transaction.
    package func migrate(_ database: Database) throws {
        try database.execute("CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        let done = try Self.done(database)
        for (name, step) in steps where !done.contains(name) {
            try database.transaction(.immediate) {
                try step(database)
                try database.run("INSERT INTO grdb_migrations (identifier) VALUES (?)", [name])
            }
        }
    }

    /// The names of those that ``migrate(_:)`` would do. Changes nothing.
    package func pending(in database: Database) throws -> [String] {
        let done = try database.hasTable("grdb_migrations") ? Self.done(database) : []
        return steps.map(\.name).filter { !done.contains($0) }
    }

    /// Whether a later version has done migrations that are not among these.
    package func isSuperseded(in database: Database) throws -> Bool {
        guard try database.hasTable("grdb_migrations") else { return false }
        return try !Self.done(database).isSubset(of: steps.map(\.name))
    }

    /// Whether nothing is left to do. False for a new database.
    package func isComplete(in database: Database) throws -> Bool {
        guard try database.hasTable("grdb_migrations") else { return false }
        return Set(steps.map(\.name)).isSubset(of: try Self.done(database))
    }

    private static func done(_ database: Database) throws -> Set<String> {
        Set(try database.statement("SELECT identifier FROM grdb_migrations").values())
    }
}
