/// The migrations that bring a database of any earlier version up to date. Each has a name and runs once, in order. A
/// table in the schema contains the names of the migrations that were performed.
package struct Migrations: Sendable {
    package typealias Step = @Sendable (Database) throws -> Void

    private let schema: String
    private var steps: [(name: String, allowsEarlier: Bool, step: Step)] = []

    /// - Parameter schema: The PostgreSQL schema that contains all tables.
    package init(schema: String) { self.schema = schema }

    /// - Parameter allowsEarlier: Whether versions of the program without this migration can still use the tables.
    package mutating func add(_ name: String, allowsEarlier: Bool = false, _ step: @escaping Step) {
        precondition(!steps.contains { $0.name == name }, "two migrations with the same name")
        steps.append((name, allowsEarlier, step))
    }

    /// The names of the migrations that ``migrate(_:)`` would perform. Changes nothing.
    ///
    /// - Returns: Nil if a later version has performed unknown migrations that do not allow earlier versions.
    package func pending(_ database: Database) throws -> [String]? {
        let table = "\(schema).migration"
        guard try database.value("SELECT to_regclass($1) IS NOT NULL", [table], as: Bool.self) == true else {
            return steps.map(\.name)
        }
        // The table of the first versions does not have this column.
        let done = try database.all(
            """
            SELECT name, coalesce((to_jsonb(migration) ->> 'allowsearlier')::boolean, false) FROM \(table) AS migration
            """
        ) { (name: $0.string(0), allowsEarlier: $0[1] as Bool) }
        let known = Set(steps.map(\.name))
        guard done.allSatisfy({ known.contains($0.name) || $0.allowsEarlier }) else { return nil }
        return steps.map(\.name).filter { name in !done.contains { $0.name == name } }
    }

    /// Performs the missing migrations in one transaction. Other processes that migrate the same database wait. If no
    /// migration is missing, this needs no privilege to create anything.
    ///
    /// - Returns: Whether this version can now use the database. False if a later version has performed unknown
    ///   migrations that do not allow earlier versions; nothing was changed then.
    package func migrate(_ database: Database) throws -> Bool {
        guard let pending = try database.singleRead({ try pending(database) }) else { return false }
        guard !pending.isEmpty else { return true }
        // Some migrations take longer for large tables.
        let usual = database.silenceLimit
        database.silenceLimit = -1
        defer { database.silenceLimit = usual }
        return try database.transaction(.change) {
            // The lock is held until the end of the transaction. Its key is arbitrary, but must be the same in all
            // versions.
            try database.execute(
                "SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(7017280452245743464)")
            // Creating a schema needs a privilege on the database, which the user may not have.
            if try database.value("SELECT to_regnamespace($1) IS NOT NULL", [schema]) == false {
                try database.execute("CREATE SCHEMA \(schema)")
            }
            try database.execute(
                """
                CREATE TABLE IF NOT EXISTS \(schema).migration (name text NOT NULL PRIMARY KEY);
                ALTER TABLE \(schema).migration
                ADD COLUMN IF NOT EXISTS allowsEarlier boolean NOT NULL DEFAULT false;
                """)
            // Another process may have performed the migrations in the meantime.
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
