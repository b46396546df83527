import FeedStorage
import Postgres

/// The privileges of the database user, which are checked before a server reports that it is ready.
extension PostgresStorage {
    /// Creates or updates the tables.
    static func migrate(_ database: Database) throws {
        do {
            guard try Schema.migrations.migrate(database) else { throw StorageError.newerDatabase }
        } catch let error as PostgresError where error.state == .insufficientPrivilege {
            let exists = try database.singleRead {
                try database.value(
                    "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)", [Schema.name], as: Bool.self)
            }
            throw StorageError.unusableDatabase(
                reason: "\(error.message). "
                    + (exists == true
                        ? "Run cardstream admin migrate as the owner of the schema \(Schema.name). Then \(rightsAdvice)"
                        : "The database user needs the right to create a schema: "
                            + "GRANT CREATE ON DATABASE name TO user"))
        }
    }

    /// Throws if the user may not change a table. Otherwise a server that can only read would report that it is ready,
    /// and refuse every change.
    static func requireRights(_ database: Database) throws {
        let tables = try database.singleRead {
            try database.all(
                """
                SELECT relname FROM pg_class
                WHERE relnamespace = to_regnamespace($1) AND relkind IN ('r', 'p') AND NOT (
                    has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
                    AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))
                ORDER BY relname
                """, [Schema.name]
            ) { $0.string(0) }
        }
        guard !tables.isEmpty else { return }
        let shown = tables.prefix(3).joined(separator: ", ") + (tables.count > 3 ? " and \(tables.count - 3) more" : "")
        throw StorageError.unusableDatabase(
            reason: "its user may not change the tables \(shown). As the owner of the tables, \(rightsAdvice)")
    }

    private static let rightsAdvice =
        "give this database user the rights that a server needs: GRANT USAGE ON SCHEMA \(Schema.name) TO user; "
        + "GRANT ALL ON ALL TABLES IN SCHEMA \(Schema.name) TO user"
}
