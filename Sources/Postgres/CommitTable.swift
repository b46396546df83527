/// The table in which each transaction of a pool leaves a row, so that a commit that is not confirmed can be found again.
///
/// The number of the transaction would not do: after a crash PostgreSQL gives the numbers again that were not on the disk.
package struct CommitTable: Sendable {
    let name: String

    /// Rows are kept for ten minutes; who asks later than this is not answered.
    static let shortestLife = Duration.seconds(300)
    /// How often old rows are removed.
    static let interval = Duration.seconds(60)

    /// - Parameter name: With its schema; needs no quotes.
    package init(_ name: String) { self.name = name }

    /// Makes the table.
    package var definition: String {
        """
        CREATE TABLE \(name) (
            token bigint PRIMARY KEY,
            -- Left by one who found no row, so that the transaction cannot be committed later.
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
