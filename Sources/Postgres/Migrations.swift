/// The steps by which a database of any earlier version becomes one of this version. Each has a name and is done once, in
/// order. The names of those that are done are in a table of the schema.
package struct Migrations: Sendable {
    package typealias Step = @Sendable (Database) throws -> Void

    private let schema: String
    private var steps: [(name: String, step: Step)] = []

    /// - Parameter schema: The schema of PostgreSQL in which all tables are.
    package init(schema: String) { self.schema = schema }

    package mutating func add(_ name: String, _ step: @escaping Step) {
        precondition(!steps.contains { $0.name == name }, "two migrations with the same name")
        steps.append((name, step))
    }

    /// The names of those that ``migrate(_:)`` would do. Changes nothing.
    ///
    /// - Returns: Nil if a later version has done migrations that are not among these.
    package func pending(_ database: Database) throws -> [String]? {
        let table = "\(schema).migration"
        guard try database.value("SELECT to_regclass($1) IS NOT NULL", [table], as: Bool.self) == true else {
            return steps.map(\.name)
        }
        let done = Set(try database.values("SELECT name FROM \(table)", as: String.self))
        guard done.isSubset(of: steps.map(\.name)) else { return nil }
        return steps.map(\.name).filter { !done.contains($0) }
    }

    /// Does what has not been done, all of it in one transaction. Others that migrate the same database wait.
    ///
    /// - Returns: Whether it is now a database of this version; false if a later version has done migrations that are not
    ///   among these, and nothing was changed.
    package func migrate(_ database: Database) throws -> Bool {
        try database.transaction(.change) {
            // Until the end of the transaction. The number has no meaning but to be the same everywhere.
            try database.run("SELECT pg_advisory_xact_lock(7017280452245743464)")
            // Making a schema needs a right on the database, which may not have been given to its user.
            if try database.value("SELECT to_regnamespace($1) IS NOT NULL", [schema]) == false {
                try database.execute("CREATE SCHEMA \(schema)")
            }
            try database.execute(
                "CREATE TABLE IF NOT EXISTS \(schema).migration (name text NOT NULL PRIMARY KEY)")
            let done = Set(try database.values("SELECT name FROM \(schema).migration", as: String.self))
            guard done.isSubset(of: steps.map(\.name)) else { return false }
            for (name, step) in steps where !done.contains(name) {
                try step(database)
                try database.run("INSERT INTO \(schema).migration (name) VALUES ($1)", [name])
            }
            return true
        }
    }
}
