/// The steps by which a database of any earlier version becomes one of this version. Each has a name and is done once, in
/// order. Those that are done are in a table of the schema.
package struct Migrations: Sendable {
    package typealias Step = @Sendable (Database) throws -> Void

    private let schema: String
    private var steps: [(name: String, allowsEarlier: Bool, step: Step)] = []

    /// - Parameter schema: The schema of PostgreSQL in which all tables are.
    package init(schema: String) { self.schema = schema }

    /// - Parameter allowsEarlier: Whether programs that do not know the step can use the tables after it.
    package mutating func add(_ name: String, allowsEarlier: Bool = false, _ step: @escaping Step) {
        precondition(!steps.contains { $0.name == name }, "two migrations with the same name")
        steps.append((name, allowsEarlier, step))
    }

    /// The names of those that ``migrate(_:)`` would do. Changes nothing.
    ///
    /// - Returns: Nil if a later version has done migrations that are not among these and do not allow it.
    package func pending(_ database: Database) throws -> [String]? {
        let table = "\(schema).migration"
        guard try database.value("SELECT to_regclass($1) IS NOT NULL", [table], as: Bool.self) == true else {
            return steps.map(\.name)
        }
        // The first databases do not have the column.
        let done = try database.all(
            """
            SELECT name, coalesce((to_jsonb(migration) ->> 'allowsearlier')::boolean, false) FROM \(table) AS migration
            """
        ) { (name: $0.string(0), allowsEarlier: $0[1] as Bool) }
        let known = Set(steps.map(\.name))
        guard done.allSatisfy({ known.contains($0.name) || $0.allowsEarlier }) else { return nil }
        return steps.map(\.name).filter { name in !done.contains { $0.name == name } }
    }

    /// Does what has not been done, all of it in one transaction. Others that migrate the same database wait. Where nothing is to
    /// do, no right to make anything is needed.
    ///
    /// - Returns: Whether it is now a database that this version can use; false if a later version has done migrations that are
    ///   not among these and do not allow it, and nothing was changed.
    package func migrate(_ database: Database) throws -> Bool {
        guard let pending = try database.reading({ try pending(database) }) else { return false }
        guard !pending.isEmpty else { return true }
        // Some steps take as long as the tables are large.
        let usual = database.silenceLimit
        database.silenceLimit = -1
        defer { database.silenceLimit = usual }
        return try database.transaction(.change) {
            // Until the end of the transaction. The number has no meaning but to be the same everywhere.
            try database.execute(
                "SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(7017280452245743464)")
            // Making a schema needs a right on the database, which may not have been given to its user.
            if try database.value("SELECT to_regnamespace($1) IS NOT NULL", [schema]) == false {
                try database.execute("CREATE SCHEMA \(schema)")
            }
            try database.execute(
                """
                CREATE TABLE IF NOT EXISTS \(schema).migration (name text NOT NULL PRIMARY KEY);
                ALTER TABLE \(schema).migration
                ADD COLUMN IF NOT EXISTS allowsEarlier boolean NOT NULL DEFAULT false;
                """)
            // Another one may have done them meanwhile.
            guard let pending = try self.pending(database) else { return false }
            for (name, allowsEarlier, step) in steps where pending.contains(name) {
                try step(database)
                try database.run(
                    "INSERT INTO \(schema).migration (name, allowsEarlier) VALUES ($1, $2)", [name, allowsEarlier])
            }
            return true
        }
    }
}
