/// Finds a transaction again whose commit was not confirmed.
struct Commit: Sendable {
    private let table: CommitTable
    /// Random, and known to this transaction only.
    private let token = Int64.random(in: .min ... .max)
    private let start = ContinuousClock.now

    enum Outcome: Hashable, Sendable {
        case committed
        case aborted
        case unknown
    }

    init(_ table: CommitTable) { self.table = table }

    /// Leaves the transaction's row, unless it has changed nothing.
    var note: Statement {
        Statement(
            """
            INSERT INTO \(table.name) (token, isLost)
            SELECT $1, false WHERE pg_current_xact_id_if_assigned() IS NOT NULL
            """, [token])
    }

    /// Looks for the row. If it is not there, makes it, so that the transaction cannot be committed any more: its commit may still
    /// be on its way.
    ///
    /// - Returns: Nil while the transaction is open.
    func outcome(_ database: Database) throws -> Outcome? {
        var isLost: Bool?
        do {
            // Waits for an open transaction that has left the row.
            try database.query(
                """
                BEGIN; SET LOCAL lock_timeout = '2s';
                INSERT INTO \(table.name) (token, isLost) VALUES (\(token), true)
                ON CONFLICT (token) DO UPDATE SET token = excluded.token RETURNING isLost::text;
                COMMIT
                """
            ) { result in if let text = Row.firstText(result) { isLost = text == "true" } }
        } catch let error as PostgresError where error.state == .lockNotAvailable { return nil }
        // The row may have been removed.
        guard let isLost, ContinuousClock.now - start < CommitTable.shortestLife else { return .unknown }
        return isLost ? .aborted : .committed
    }
}
