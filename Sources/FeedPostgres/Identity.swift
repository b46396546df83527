import Cards
import Postgres

import struct Foundation.Date

/// Which database this is, and in which of its histories. A replica that takes over, a restored backup and a copy are another
/// one, though they have the same rows: there the same number of a change can mean something else.
struct Identity: Hashable, Sendable {
    let epoch: String
    /// Names the cluster that this database and its replicas have in common.
    let cluster: String
    /// The number of the history; each promotion begins a later one.
    let timeline: Int
    /// Seconds by which the database's clock is ahead of this machine's; nil if the answer took so long that it does not say.
    let secondsAhead: Double?

    /// So many seconds an answer may take.
    private static let mostSeconds = 0.5

    /// - Returns: Nil for a database without tables.
    init?(_ database: Database) throws {
        let log = "\(Schema.name).log"
        guard try database.value("SELECT to_regclass($1) IS NOT NULL", [log], as: Bool.self) == true else { return nil }
        // A promotion, and recovery to an earlier moment, begin a new timeline; a dump that is read again makes the table again.
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
        // In the middle of the two moments between which the database read its clock.
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        secondsAhead =
            seconds > Self.mostSeconds
            ? nil : Double(found.time) / 1000 - date.timeIntervalSince1970 - seconds / 2
    }
}
