import Basics
import FeedAPI
import Postgres

/// Changes that wait for a standby: PostgreSQL lets them wait without end while none confirms them, and says nothing. Each that is
/// given up keeps its session there until a standby comes back, so further ones are refused.
extension PostgresStorage {
    /// After how many seconds a change may wait for a standby and for nothing else.
    private static let usualSeconds = 5

    /// Finds out whether changes wait for a standby. Asks the database only while one takes longer than usual.
    func lookForStandby(_ database: Database) throws {
        guard changes.hasOne(olderThan: .seconds(Self.usualSeconds)) || waitsForStandby.withLock(\.self) else { return }
        // The waits of other servers count as well: they have the same database.
        let isWaiting = try database.value(
            """
            SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database()
            AND usename = current_user AND state_change < clock_timestamp() - $1 * interval '1 second')
            """, [Self.usualSeconds], as: Bool.self)
        waitsForStandby.withLock { $0 = isWaiting == true }
    }

    /// What a change ends with meanwhile: nothing is sent to the database.
    static let noStandby = Problem(
        .notReady,
        detail: "Nothing was stored: the database waits for a standby, and none confirms changes. Cards can be read.",
        retryAfter: 5)
}
