import Basics
import Foundation
import Postgres
import Synchronization

/// A private PostgreSQL server on a Unix socket in a temporary folder, shared by the whole test process. It ends with
/// the process, even if that is killed.
package final class PostgresCluster: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    /// Whether tests can use a cluster, or must: with `CARDSTREAM_REQUIRE_POSTGRES=1` they fail if PostgreSQL is not
    /// installed.
    package static let isAvailable = binaries != nil || isRequired

    package static let comment = "PostgreSQL is not installed (apt install postgresql)"

    private static let isRequired = ProcessInfo.processInfo.environment["CARDSTREAM_REQUIRE_POSTGRES"] == "1"

    /// The shared cluster, which starts with its first use.
    package static var shared: PostgresCluster { get throws { try started.get() } }

    private static let started = Result { try PostgresCluster() }

    /// The folder of `initdb`, of the newest version.
    private static let binaries: String? = {
        let parent = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        let folders = versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(parent)/\($0)/bin" }
        return folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
    }()

    /// The path of PgBouncer, which `CARDSTREAM_PGBOUNCER` can override; empty if it is not installed.
    private static let bouncer: String = {
        let path = ProcessInfo.processInfo.environment["CARDSTREAM_PGBOUNCER"] ?? "/usr/sbin/pgbouncer"
        return FileManager.default.isExecutableFile(atPath: path) ? path : ""
    }()

    /// The parent folder of clusters: in memory if there is enough space, because a database has three hundred files,
    /// and tests create many.
    private static let parent: String = {
        let memory = "/dev/shm"
        let free = try? FileManager.default.attributesOfFileSystem(forPath: memory)[.systemFreeSize] as? Int
        return (free ?? 0) > 4 << 30 ? memory : "/tmp"
    }()

    package let folder: String
    private let isStandby: Bool
    private let supervisor = Process()
    private let (input, output) = (Pipe(), Pipe())
    private let count = Atomic(0)

    /// - Parameters:
    ///   - diskMegabytes: The size of the file system for its data; nil to use that of the temporary folder.
    ///   - settings: Lines for `postgresql.conf`.
    ///   - primary: The folder of the cluster to follow as a standby; empty for none.
    private init(diskMegabytes: Int? = nil, settings: [String] = [], primary: String = "") throws {
        isStandby = !primary.isEmpty
        guard let binaries = Self.binaries else { throw Failure(description: Self.comment) }
        // The path is short, because the path of a Unix socket must fit into 108 bytes.
        folder = "\(Self.parent)/cs-pg-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let parameters = [folder, binaries, Self.bouncer, settings.joined(separator: "\n"), primary]
        var command = ["/bin/sh", "-c", Self.script, "sh"] + parameters
        if geteuid() == 0 {
            // PostgreSQL refuses to run as root.
            let user = getpwnam("postgres") ?? getpwnam("nobody")
            guard let user, chown(folder, user.pointee.pw_uid, user.pointee.pw_gid) == 0 else {
                throw Failure(description: "there is no user to run PostgreSQL as")
            }
            let identity = ["--reuid=\(user.pointee.pw_uid)", "--regid=\(user.pointee.pw_gid)", "--clear-groups"]
            command = ["/usr/bin/setpriv"] + identity + command
            if let diskMegabytes {
                let owner = "uid=\(user.pointee.pw_uid),gid=\(user.pointee.pw_gid)"
                let options = "size=\(diskMegabytes)m,mode=700,\(owner)"
                // The folder cannot be removed while the file system is mounted.
                command =
                    ["/bin/sh", "-c", "\"$@\"; rm -rf \"$0\"", folder]
                    + Self.mount(at: "\(folder)/data", options: options) + command
            }
        }
        // Only this process may hold the pipe: the script notices our end when the pipe is closed.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        // In a separate session, so that a signal to our process group does not reach it.
        supervisor.executableURL = URL(filePath: "/usr/bin/setsid")
        supervisor.arguments = ["--wait"] + command
        supervisor.standardInput = input
        supervisor.standardOutput = output
        try supervisor.run()
        // The cluster lives as long as the process.
        _ = Unmanaged.passRetained(self)
        try expectReady()
    }

    private func expectReady() throws {
        guard let answer = try output.fileHandleForReading.read(upToCount: 6), answer == Data("ready\n".utf8) else {
            throw Failure(description: "PostgreSQL does not start")
        }
    }

    /// A cluster that no other test uses.
    ///
    /// - Parameters:
    ///   - diskMegabytes: The space for its data, if ``canLimitDisk``; nil for no limit.
    ///   - settings: Lines for `postgresql.conf`, which take precedence.
    package static func makeOwn(diskMegabytes: Int? = nil, settings: [String] = []) throws -> PostgresCluster {
        try PostgresCluster(diskMegabytes: diskMegabytes, settings: settings)
    }

    /// The default settings of PostgreSQL, with which committed data is on the disk.
    package static let durable = ["fsync = on", "full_page_writes = on", "autovacuum = on", "wal_level = replica"]

    /// - Parameter mode: `fast` closes connections, `immediate` stops the server as a crash does.
    package func restart(_ mode: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(mode)\n".utf8))
        try expectReady()
    }

    /// A read-only copy with the name "db2" that follows this cluster until ``promote()``.
    package func makeStandby() throws -> PostgresCluster { try PostgresCluster(primary: folder) }

    /// Makes a standby a primary.
    package func promote() throws { try restart("promote") }

    /// Stops the server as a crash does, without restarting it.
    package func crash() throws { try restart("stop") }

    /// Fills its file system.
    package func fillDisk() throws { try restart("fill") }

    /// Frees the space, and starts the server if it has stopped.
    package func freeDisk() throws { try restart("free") }

    /// Whether a cluster can have its own file system, which requires the rights of root.
    package static let canLimitDisk: Bool = {
        guard isAvailable, geteuid() == 0 else { return false }
        let folder = "/tmp/cs-mount-\(UInt32.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let command = mount(at: folder, options: "size=1m") + ["/bin/true"]
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// The start of a command line that runs the rest with a file system in memory, which only that command sees and
    /// which ends with it.
    private static func mount(at folder: String, options: String) -> [String] {
        let script = "mkdir -p \"$0\"; mount -t tmpfs -o \"$1\" tmpfs \"$0\"; shift; exec \"$@\""
        return ["/usr/bin/unshare", "--mount", "/bin/sh", "-ec", script, folder, options]
    }

    private func allowConnections(_ isAllowed: Bool, to database: String) throws {
        try administer("ALTER DATABASE \(database) ALLOW_CONNECTIONS \(isAllowed)")
        guard !isAllowed else { return }
        try administer("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '\(database)'")
    }

    /// A database with the same rows, like a restored backup.
    func copy(_ database: String) throws -> TestDatabase {
        let name = "t\(count.add(1, ordering: .relaxed).newValue)"
        try allowConnections(false, to: database)
        defer { try? allowConnections(true, to: database) }
        try administer("CREATE DATABASE \(name) TEMPLATE \(database)")
        return TestDatabase(name: name, cluster: self)
    }

    func swapNames(_ first: String, _ second: String) throws {
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

    /// The connection string of a database of the cluster.
    func address(_ database: String) -> String {
        "host=\(folder) user=cardstream dbname=\(database)" + (isStandby ? " target_session_attrs=any" : "")
    }

    /// The connection string through a pooler, if there is one.
    func pooledAddress(_ database: String) -> String {
        address(database) + (Self.bouncer.isEmpty ? "" : " port=6432")
    }

    package func administer(_ sql: String) throws {
        try Pool(try ConnectionTarget(address("postgres")), size: 1).accessNow { try $0.execute(sql) }
    }
}
