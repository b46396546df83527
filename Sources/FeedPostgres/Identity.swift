import Cards
import Postgres

/// Which database this is, and in which of its histories. A replica that takes over, a restored backup and a copy are another
/// one, though they have the same rows: there the same number of a change can mean something else.
struct Identity: Hashable, Sendable {
    let epoch: String
    /// Milliseconds since 1970 by the database's clock, at the time of asking.
    let time: Int64

    /// - Returns: Nil for a database without tables.
    init?(_ database: Database) throws {
        let log = "\(Schema.name).log"
        guard try database.value("SELECT to_regclass($1) IS NOT NULL", [log], as: Bool.self) == true else { return nil }
        // A promotion, and recovery to an earlier moment, begin a new timeline; a dump that is read again makes the table again.
        let found = try database.first(
            """
            SELECT epoch, concat_ws(' ',
                (SELECT system_identifier FROM pg_control_system()),
                (SELECT oid FROM pg_database WHERE datname = current_database()), $1::text::regclass::oid,
                left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)),
            (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM \(log)
            """, [log]
        ) { (epoch: $0.string(0), place: $0.string(1), time: $0.int64(2)) }
        guard let found else { return nil }
        epoch = String(FNV1a.wideText(of: "\(found.epoch) \(found.place)").prefix(12))
        time = found.time
    }
}
