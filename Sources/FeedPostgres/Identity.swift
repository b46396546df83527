import Cards
import Postgres

import struct Foundation.Date

/// Identifies a database and its history. A promoted replica, a restored backup and a copy have the same rows, but a
/// different identity: in them, the same sequence number can mean another change.
struct Identity: Hashable, Sendable {
    let epoch: String
    /// The id of the cluster, which the database has in common with its replicas.
    let cluster: String
    /// The number of the history. Each promotion begins a history with a higher number.
    let timeline: Int
    /// The number of seconds by which the database's clock is ahead of this machine's; nil if the query took too long
    /// for an exact result.
    let secondsAhead: Double?

    /// The longest time of the query in seconds for which ``secondsAhead`` is exact enough.
    private static let mostSeconds = 0.5

    /// - Returns: Nil if the database has no tables yet.
    init?(_ database: Database) throws {
        let log = "\(Schema.name).log"
        guard try database.value("SELECT to_regclass($1) IS NOT NULL", [log], as: Bool.self) == true else { return nil }
        // A promotion and a point-in-time recovery begin a new timeline. Restoring a dump creates the table again, with
        // another oid.
        let (start, date) = (ContinuousClock.now, Date())
        let found = try database.first(
            """
            SELECT epoch, (SELECT system_identifier::text FROM pg_control_system()),
                concat_ws(' ', (SELECT oid FROM pg_database WHERE datname = current_database()), $1::text::regclass::oid),
                left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
                (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM \(log)
            """, [log]
        ) { row in
            (
                epoch: row.string(0), cluster: row.string(1), table: row.string(2), timeline: row.string(3),
                time: row.int64(4)
            )
        }
        guard let found else { return nil }
        cluster = found.cluster
        timeline = Int(found.timeline, radix: 16) ?? 0
        let place = "\(found.cluster) \(found.table) \(found.timeline)"
        epoch = String(FNV1a.wideText(of: "\(found.epoch) \(place)").prefix(12))
        // Assume that the database read its clock in the middle of the query.
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        secondsAhead =
            seconds > Self.mostSeconds
            ? nil : Double(found.time) / 1000 - date.timeIntervalSince1970 - seconds / 2
    }
}
