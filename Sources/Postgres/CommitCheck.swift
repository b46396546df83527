/// Finds out later whether a transaction was committed if its commit was not confirmed.
struct CommitCheck: Sendable {
    private let table: CommitMarkerTable
    /// A random number that identifies the transaction.
    private let token = Int64.random(in: .min ... .max)
    private let start = ContinuousClock.now

    enum Outcome: Hashable, Sendable {
        case committed
        case aborted
        case unknown
    }

    init(_ table: CommitMarkerTable) { self.table = table }

    /// A statement that stores the transaction's row, unless the transaction has changed nothing.
    var markerStatement: Statement {
        Statement(
            """
            INSERT INTO \(table.name) (token, isLost)
            SELECT $1, false WHERE pg_current_xact_id_if_assigned() IS NOT NULL
            """, [token])
    }

    /// Looks for the transaction's row. If there is none, inserts it, so that the transaction can no longer be
    /// committed: its commit may still be on the way to the server.
    ///
    /// - Returns: Nil while the transaction is still open.
    func outcome(_ database: Database) throws -> Outcome? {
        var isLost: Bool?
        do {
            // If an open transaction has stored the row, this waits until it ends.
            try database.query(
                """
                BEGIN; SET LOCAL lock_timeout = '2s';
                INSERT INTO \(table.name) (token, isLost) VALUES (\(token), true)
                ON CONFLICT (token) DO UPDATE SET token = excluded.token RETURNING isLost::text;
                COMMIT
                """
            ) { result in if let text = Row.firstText(result) { isLost = text == "true" } }
        } catch let error as PostgresError where error.state == .lockNotAvailable { return nil }
        // The row may have been removed in the meantime.
        guard let isLost, ContinuousClock.now - start < CommitMarkerTable.shortestLife else { return .unknown }
        return isLost ? .aborted : .committed
    }
}
