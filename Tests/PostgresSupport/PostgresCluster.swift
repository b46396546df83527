import Basics
import Foundation
package import Postgres
import Synchronization

/// A private PostgreSQL server on a Unix socket in a temporary folder, one for the whole test process. It ends with the process,
/// also when that is killed.
package final class PostgresCluster: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    /// Whether tests can have a cluster, or must have one: with `CARDSTREAM_REQUIRE_POSTGRES=1` they fail where PostgreSQL is
    /// not installed.
    package static let isAvailable = binaries != nil || isRequired

    package static let comment = "PostgreSQL is not installed (apt install postgresql)"

    private static let isRequired = ProcessInfo.processInfo.environment["CARDSTREAM_REQUIRE_POSTGRES"] == "1"

    /// The cluster, which starts with the first use.
    package static var shared: PostgresCluster { get throws { try started.get() } }

    private static let started = Result { try PostgresCluster() }

    /// The folder of `initdb`, of the newest version.
    private static let binaries: String? = {
        let parent = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        let folders = versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(parent)/\($0)/bin" }
        return folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
    }()

    /// The PgBouncer that is installed, or that `CARDSTREAM_PGBOUNCER` names; empty without one.
    private static let bouncer: String = {
        let path = ProcessInfo.processInfo.environment["CARDSTREAM_PGBOUNCER"] ?? "/usr/sbin/pgbouncer"
        return FileManager.default.isExecutableFile(atPath: path) ? path : ""
    }()

    package let folder: String
    private let supervisor = Process()
    private let (input, output) = (Pipe(), Pipe())
    private let count = Atomic(0)

    private init() throws {
        guard let binaries = Self.binaries else { throw Failure(description: Self.comment) }
        // Short: a Unix socket's path must fit in 108 bytes.
        folder = "/tmp/cs-pg-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        var command = ["/bin/sh", "-c", Self.script, "sh", folder, binaries, Self.bouncer]
        if geteuid() == 0 {
            // PostgreSQL refuses to run as root.
            let user = getpwnam("postgres") ?? getpwnam("nobody")
            guard let user, chown(folder, user.pointee.pw_uid, user.pointee.pw_gid) == 0 else {
                throw Failure(description: "there is no user to run PostgreSQL as")
            }
            let identity = ["--reuid=\(user.pointee.pw_uid)", "--regid=\(user.pointee.pw_gid)", "--clear-groups"]
            command = ["/usr/bin/setpriv"] + identity + command
        }
        // Only this process may hold it: its end is how the script learns of ours.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        // In a session of its own, so that a signal to our group does not reach it.
        supervisor.executableURL = URL(filePath: "/usr/bin/setsid")
        supervisor.arguments = ["--wait"] + command
        supervisor.standardInput = input
        supervisor.standardOutput = output
        try supervisor.run()
        // It ends with the process.
        _ = Unmanaged.passRetained(self)
        try expectReady()
    }

    private func expectReady() throws {
        guard let answer = try output.fileHandleForReading.read(upToCount: 6), answer == Data("ready\n".utf8) else {
            throw Failure(description: "PostgreSQL does not start")
        }
    }

    /// A cluster that no other test uses.
    package static func makeOwn() throws -> PostgresCluster { try PostgresCluster() }

    /// - Parameter mode: `fast` ends connections, `immediate` ends as a crash does.
    package func restart(_ mode: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(mode)\n".utf8))
        try expectReady()
    }

    /// Makes a cluster, runs it until its input ends, and removes it.
    private static let script = """
        set -eu
        folder=$1 binaries=$2 bouncer=$3
        cd "$folder"
        trap 'cd /; rm -rf "$folder"' EXIT
        "$binaries/initdb" -D data -A trust -U cardstream -N -E UTF8 --locale=C.UTF-8 >initdb.log 2>&1
        cat >>data/postgresql.conf <<END
        listen_addresses = ''
        unix_socket_directories = '$folder'
        max_connections = 400
        shared_buffers = 64MB
        fsync = off
        full_page_writes = off
        wal_level = minimal
        max_wal_senders = 0
        autovacuum = off
        deadlock_timeout = 200ms
        END
        "$binaries/pg_ctl" -D data -w -l server.log start >/dev/null 2>&1 </dev/null
        pooler=
        if [ -n "$bouncer" ]; then
            cat >bouncer.ini <<END
        [databases]
        * = host=$folder user=cardstream
        [pgbouncer]
        pool_mode = transaction
        auth_type = any
        listen_port = 6432
        unix_socket_dir = $folder
        max_client_conn = 1000
        default_pool_size = 3
        server_idle_timeout = 1
        server_login_retry = 0.05
        END
            "$bouncer" -q bouncer.ini >bouncer.log 2>&1 </dev/null &
            pooler=$!
            until [ -S .s.PGSQL.6432 ] || ! kill -0 $pooler 2>/dev/null; do sleep 0.05; done
        fi
        echo ready
        while read -r mode; do
            "$binaries/pg_ctl" -D data -w -m "$mode" -l server.log restart >/dev/null 2>&1 </dev/null
            echo ready
        done
        [ -z "$pooler" ] || kill "$pooler" || true
        "$binaries/pg_ctl" -D data -m immediate stop >/dev/null 2>&1
        """

    private func allowConnections(_ isAllowed: Bool, to database: String) throws {
        try administer("ALTER DATABASE \(database) ALLOW_CONNECTIONS \(isAllowed)")
        guard !isAllowed else { return }
        try administer("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '\(database)'")
    }

    /// A database with the same rows, as a backup has them.
    func copy(_ database: String) throws -> TestDatabase {
        let name = "t\(count.add(1, ordering: .relaxed).newValue)"
        try allowConnections(false, to: database)
        defer { try? allowConnections(true, to: database) }
        try administer("CREATE DATABASE \(name) TEMPLATE \(database)")
        return TestDatabase(name: name, cluster: self)
    }

    func exchange(_ first: String, _ second: String) throws {
        for name in [first, second] { try allowConnections(false, to: name) }
        defer { for name in [first, second] { try? allowConnections(true, to: name) } }
        try administer("ALTER DATABASE \(first) RENAME TO \(first)x")
        try administer("ALTER DATABASE \(second) RENAME TO \(first)")
        try administer("ALTER DATABASE \(first)x RENAME TO \(second)")
    }

    /// A new, empty database.
    package func makeDatabase() throws -> TestDatabase {
        let name = "t\(count.add(1, ordering: .relaxed).newValue)"
        try administer("CREATE DATABASE \(name)")
        return TestDatabase(name: name, cluster: self)
    }

    /// The text that says where a database of the cluster is.
    func address(_ database: String) -> String { "host=\(folder) user=cardstream dbname=\(database)" }

    /// The same through a pooler, if there is one.
    func pooledAddress(_ database: String) -> String {
        address(database) + (Self.bouncer.isEmpty ? "" : " port=6432")
    }

    package func administer(_ sql: String) throws {
        try Pool(try ConnectionTarget(address("postgres")), size: 1).accessNow { try $0.execute(sql) }
    }
}

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

    /// The address for what works behind a pooler in transaction mode: through PgBouncer if it is installed.
    package var pooledAddress: String { cluster.pooledAddress(name) }

    /// A database with the same rows, as a backup has them. Ends all connections.
    package func copy() throws -> TestDatabase { try cluster.copy(name) }

    /// Puts another database in the place of this one, as one that restores a backup. Ends all connections.
    package func exchange(with other: TestDatabase) throws { try cluster.exchange(name, other.name) }

    package func makeRelay() throws -> Relay { try Relay(to: cluster.folder) }

    /// The address of the same database through a relay.
    package func address(through relay: Relay) -> String { "host=\(relay.folder) user=cardstream dbname=\(name)" }

    package func execute(_ sql: String) throws {
        try Pool(try ConnectionTarget(address), size: 1).accessNow { try $0.execute(sql) }
    }

    /// The number that a statement finds; 0 for none.
    package func number(_ sql: String) throws -> Int {
        try Pool(try ConnectionTarget(address), size: 1).accessNow { try $0.value(sql, as: Int.self) ?? 0 }
    }

    /// How many connections there are.
    ///
    /// - Parameter condition: Which ones, by the columns of `pg_stat_activity`.
    package func countConnections(where condition: String) throws -> Int {
        try number(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND \(condition)
            """)
    }

    /// Ends connections, as a restart of the database does.
    ///
    /// - Parameter condition: Which ones, by the columns of `pg_stat_activity`.
    /// - Returns: How many.
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
