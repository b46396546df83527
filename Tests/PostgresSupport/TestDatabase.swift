import Basics
import Foundation
package import Postgres

/// A database of the cluster, which is removed with its last reference.
package final class TestDatabase: Sendable {
    package let name: String
    private let cluster: PostgresCluster

    init(name: String, cluster: PostgresCluster) {
        self.name = name
        self.cluster = cluster
    }

    deinit {
        let (name, cluster) = (name, cluster)
        Blocking.start { try? cluster.administer("DROP DATABASE \(name) WITH (FORCE)") }
    }

    package var address: String { cluster.address(name) }

    /// The address for what works with a pooler in transaction mode: through PgBouncer if it is installed.
    package var pooledAddress: String { cluster.pooledAddress(name) }

    /// A database with the same rows, like a restored backup. Closes all connections.
    package func copy() throws -> TestDatabase { try cluster.copy(name) }

    /// The same database in a standby of its cluster.
    package func replica(in standby: PostgresCluster) -> TestDatabase { TestDatabase(name: name, cluster: standby) }

    /// Whether this database of a standby has everything that its primary has now.
    package func hasAll(of primary: TestDatabase) throws -> Bool {
        let places = try primary.texts("SELECT pg_current_wal_lsn()::text")
        return try texts("SELECT (pg_last_wal_replay_lsn() >= '\(places[0])')::text") == ["true"]
    }

    /// The address of this database in the cluster or in a standby, whichever accepts changes.
    package func address(orIn standby: PostgresCluster) -> String {
        "host=\(cluster.folder),\(standby.folder) user=cardstream dbname=\(name)"
    }

    /// Replaces this database with another one, as when a backup is restored. Closes all connections.
    package func swap(with other: TestDatabase) throws { try cluster.swapNames(name, other.name) }

    package func makeFaultProxy() throws -> PostgresFaultProxy { try PostgresFaultProxy(to: cluster.folder) }

    /// The address of the same database through a proxy.
    package func address(through proxy: PostgresFaultProxy) -> String {
        "host=\(proxy.folder) user=cardstream dbname=\(name)"
    }

    package func execute(_ sql: String) throws {
        try Pool(try ConnectionTarget(address), size: 1).accessNow { try $0.execute(sql) }
    }

    /// The number that a statement returns; 0 if there is none.
    package func number(_ sql: String) throws -> Int {
        try Pool(try ConnectionTarget(address), size: 1).accessNow { try $0.value(sql, as: Int.self) ?? 0 }
    }

    /// The texts that a statement returns.
    package func texts(_ sql: String) throws -> [String] {
        try makePool(size: 1).accessNow { try $0.values(sql, as: String.self) }
    }

    /// The number of connections.
    ///
    /// - Parameter condition: A condition with the columns of `pg_stat_activity`.
    package func countConnections(where condition: String) throws -> Int {
        try number(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND \(condition)
            """)
    }

    /// Closes connections, as a restart of the database does.
    ///
    /// - Parameter condition: A condition with the columns of `pg_stat_activity`.
    /// - Returns: The number of closed connections.
    @discardableResult
    package func endConnections(where condition: String = "true") throws -> Int {
        try number(
            """
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND \(condition)
            """)
    }

    package func makePool(size: Int = 2) throws -> Pool { Pool(try ConnectionTarget(address), size: size) }
}
