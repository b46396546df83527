/// The migrations that bring a database of any earlier version up to date. Each has a name and runs once, in order, in
/// its own transaction. The table `grdb_migrations` contains the names of the migrations that were performed. It has
/// this name in all existing files.
package struct Migrations: Sendable {
    package typealias Step = @Sendable (Database) throws -> Void

    private var steps: [(name: String, step: Step)] = []

    package init() {}

    package mutating func add(_ name: String, _ step: @escaping Step) {
        precondition(!steps.contains { $0.name == name }, "two migrations with the same name")
        steps.append((name, step))
    }

    /// Performs the missing migrations. Must not be called inside a transaction.
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

    /// The names of the migrations that ``migrate(_:)`` would perform. Changes nothing.
    package func pending(in database: Database) throws -> [String] {
        let done = try database.hasTable("grdb_migrations") ? Self.done(database) : []
        return steps.map(\.name).filter { !done.contains($0) }
    }

    /// Whether a later version has performed migrations that this version does not know.
    package func isSuperseded(in database: Database) throws -> Bool {
        guard try database.hasTable("grdb_migrations") else { return false }
        return try !Self.done(database).isSubset(of: steps.map(\.name))
    }

    /// Whether all migrations were performed. False for a new database.
    package func isComplete(in database: Database) throws -> Bool {
        guard try database.hasTable("grdb_migrations") else { return false }
        return Set(steps.map(\.name)).isSubset(of: try Self.done(database))
    }

    private static func done(_ database: Database) throws -> Set<String> {
        Set(try database.statement("SELECT identifier FROM grdb_migrations").values())
    }
}
