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

    package let folder: String
    private let supervisor = Process()
    private let count = Atomic(0)

    private init() throws {
        guard let binaries = Self.binaries else { throw Failure(description: Self.comment) }
        // Short: a Unix socket's path must fit in 108 bytes.
        folder = "/tmp/cs-pg-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        var command = ["/bin/sh", "-c", Self.script, "sh", folder, binaries]
        if geteuid() == 0 {
            // PostgreSQL refuses to run as root.
            let user = getpwnam("postgres") ?? getpwnam("nobody")
            guard let user, chown(folder, user.pointee.pw_uid, user.pointee.pw_gid) == 0 else {
                throw Failure(description: "there is no user to run PostgreSQL as")
            }
            let identity = ["--reuid=\(user.pointee.pw_uid)", "--regid=\(user.pointee.pw_gid)", "--clear-groups"]
            command = ["/usr/bin/setpriv"] + identity + command
        }
        let (input, output) = (Pipe(), Pipe())
        // Only this process may hold it: its end is how the script learns of ours.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        // In a session of its own, so that a signal to our group does not reach it.
        supervisor.executableURL = URL(filePath: "/usr/bin/setsid")
        supervisor.arguments = ["--wait"] + command
        supervisor.standardInput = input
        supervisor.standardOutput = output
        try supervisor.run()
        _ = Unmanaged.passRetained(input)
        guard let answer = try output.fileHandleForReading.read(upToCount: 5), answer == Data("ready".utf8) else {
            throw Failure(description: "PostgreSQL does not start")
        }
    }

    /// Makes a cluster, runs it until its input ends, and removes it.
    private static let script = """
        set -eu
        folder=$1 binaries=$2
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
        echo ready
        cat >/dev/null
        "$binaries/pg_ctl" -D data -m immediate stop >/dev/null 2>&1
        """

    /// A new, empty database.
    package func makeDatabase() throws -> TestDatabase {
        let name = "t\(count.add(1, ordering: .relaxed).newValue)"
        try administer("CREATE DATABASE \(name)")
        return TestDatabase(name: name, cluster: self)
    }

    /// The text that says where a database of the cluster is.
    func address(_ database: String) -> String { "host=\(folder) user=cardstream dbname=\(database)" }

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

    package func makePool(size: Int = 2) throws -> Pool { Pool(try ConnectionTarget(address), size: size) }
}
