/// The table in which each transaction of a pool stores a row, to find out later whether a commit that was not
/// confirmed has succeeded.
///
/// The transaction id cannot be used for this: after a crash, PostgreSQL assigns the ids again that were not yet on
/// disk.
package struct CommitMarkerTable: Sendable {
    let name: String

    /// Rows are kept for ten minutes. After this time, an outcome is reported as unknown.
    static let shortestLife = Duration.seconds(300)
    /// How often old rows are deleted.
    static let interval = Duration.seconds(60)

    /// - Parameter name: The name with its schema. It must not need quotes.
    package init(_ name: String) { self.name = name }

    /// The statements that create the table.
    package var definition: String {
        """
        CREATE TABLE \(name) (
            token bigint PRIMARY KEY,
            -- True if the row was inserted by a check that found no row, so that the transaction can no longer be
            -- committed.
            isLost boolean NOT NULL,
            at timestamptz NOT NULL DEFAULT now()
        );
        CREATE INDEX ON \(name) (at);
        """
    }

    func removeOld(_ database: Database) throws {
        try database.run("DELETE FROM \(name) WHERE at < now() - interval '10 minutes'")
    }
}
