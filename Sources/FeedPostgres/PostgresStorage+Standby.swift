import Basics
import FeedAPI
import Postgres

/// Changes that wait for a standby. PostgreSQL lets changes wait forever if no standby confirms them, without an error.
/// A change whose client gives up still occupies a session of the database until a standby returns, so further changes
/// are refused.
extension PostgresStorage {
    /// The time in seconds that a change may wait for a standby without being reported.
    private static let usualSeconds = 5

    /// Checks whether changes are waiting for a standby. Queries the database only if a change takes longer than usual.
    func checkStandby(_ database: Database) throws {
        guard changes.hasOne(olderThan: .seconds(Self.usualSeconds)) || waitsForStandby.withLock(\.self) else { return }
        // Waiting changes of other servers count as well, because they use the same database.
        let isWaiting = try database.value(
            """
            SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database()
            AND usename = current_user AND state_change < clock_timestamp() - $1 * interval '1 second')
            """, [Self.usualSeconds], as: Bool.self)
        waitsForStandby.withLock { $0 = isWaiting == true }
    }

    /// The error of changes while no standby confirms them. Nothing is sent to the database then.
    static let noStandby = Problem(
        .notReady,
        detail: "Nothing was stored: the database waits for a standby, and none confirms changes. Cards can be read.",
        retryAfter: 5)
}
