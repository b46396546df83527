/// Finds a transaction again whose commit was not confirmed.
struct Commit: Hashable, Sendable {
    /// The transaction's number.
    var transaction: String
    /// The history of the database that the number belongs to: a replica that takes over begins a new one, in which the same
    /// number is another transaction.
    var timeline: String

    enum Outcome: Hashable, Sendable {
        case committed
        case aborted
        case unknown
    }

    /// The columns that make one, of a transaction that changes something.
    static let columns = "pg_current_xact_id()::text, \(timelineColumn)"
    private static let timelineColumn = "left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)"

    /// - Returns: Nil while the server still has the transaction open.
    func outcome(_ database: Database) throws -> Outcome? {
        let found = try database.first(
            "SELECT pg_xact_status($1::text::xid8), \(Self.timelineColumn)", [transaction]
        ) { (status: $0[0] as String?, timeline: $0.string(1)) }
        guard let found, found.timeline == timeline else { return .unknown }
        return switch found.status {
        case "committed": .committed
        case "aborted": .aborted
        case "in progress": nil
        default: .unknown
        }
    }
}
