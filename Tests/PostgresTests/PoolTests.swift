import Basics
import CPostgres
import Dispatch
import Postgres
import PostgresSupport
import Testing

/// Connections: repetition, cancellation, and failures.
@Suite(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"))
struct PoolTests {
    private let database: TestDatabase

    init() throws { database = try PostgresCluster.shared.makeDatabase() }

    @Test func `two transactions that deadlock both succeed`() async throws {
        let pool = try database.makePool(size: 2)
        try await pool.access { database in
            try database.execute(
                "CREATE TABLE t (id bigint PRIMARY KEY, n bigint); INSERT INTO t VALUES (1, 0), (2, 0)")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (first, second) in [(1, 2), (2, 1)] {
                group.addTask {
                    for _ in 0..<20 {
                        try await pool.access { database in
                            try database.transaction(.change) {
                                try database.run("UPDATE t SET n = n + 1 WHERE id = $1", [first])
                                _ = try database.run("UPDATE t SET n = n + 1 WHERE id = $1", [second])
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let sums = try await pool.access { try $0.values("SELECT n FROM t ORDER BY id", as: Int.self) }
        #expect(sums == [40, 40])
    }

    @Test func `a connection that the server closes is replaced`() async throws {
        let pool = try database.makePool(size: 1)
        let attempts = Lock(0)
        let value = try await pool.access { database in
            try database.transaction(.change) {
                let process = try database.value("SELECT pg_backend_pid()", as: Int64.self)
                let attempt = attempts.withLock { attempts in
                    attempts += 1
                    return attempts
                }
                if attempt == 1 {
                    try PostgresCluster.shared.administer("SELECT pg_terminate_backend(\(process ?? 0))")
                }
                return try database.value("SELECT 7::bigint", as: Int.self)
            }
        }
        #expect(value == 7 && attempts.withLock { $0 } == 2)
    }

    @Test func `a cancelled access ends, and its transaction is rolled back`() async throws {
        let pool = try database.makePool(size: 1)
        try await pool.access { try $0.execute("CREATE TABLE t (id bigint)") }
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await pool.access { database in
                try database.transaction(.change) {
                    try database.run("INSERT INTO t VALUES (1)")
                    begin.yield()
                    _ = try database.run("SELECT pg_sleep(60)")
                }
            }
        }
        for await _ in begun { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await pool.access { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 0)
    }

    @Test func `an access that is cancelled while all connections are busy ends immediately`() async throws {
        let pool = try database.makePool(size: 1)
        let release = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        async let first: Void = pool.access { _ in
            begin.yield()
            release.wait()
        }
        for await _ in begun { break }
        let second = Task { try await pool.access { _ in Issue.record("it must not run") } }
        while pool.use.waiting == 0 { await Task.yield() }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        release.signal()
        try await first
    }

    @Test func `a closed pool completes earlier accesses and refuses later ones`() async throws {
        let pool = try database.makePool(size: 1)
        async let first = pool.access { try $0.value("SELECT 1::bigint", as: Int.self) }
        #expect(try await first == 1)
        await pool.close()
        await pool.close()
        await #expect(throws: CancellationError.self) { try await pool.access { _ in } }
    }

    @Test func `among several hosts, the writable one is found, and one that hangs is skipped`()
        async throws
    {
        let copy = try PostgresCluster.makeOwn()
        try copy.administer("ALTER SYSTEM SET default_transaction_read_only = on")
        try copy.restart("fast")
        let silent = try SilentServer()
        let hosts = [silent.folder, copy.folder, try PostgresCluster.shared.folder]
        let target = try ConnectionTarget(
            "host=\(hosts.joined(separator: ",")) user=cardstream dbname=postgres connect_timeout=2")
        let place = try await Pool(target, size: 1).access {
            try $0.value("SHOW unix_socket_directories", as: String.self)
        }
        #expect(place == hosts[2])
    }

    @Test func `a missing database is a connection error without the password`() async throws {
        let target = try ConnectionTarget("postgres://ana:s3cret@/none?host=\(try PostgresCluster.shared.folder)")
        let error = await #expect(throws: PostgresError.self) { try await Pool(target, size: 1).access { _ in } }
        #expect(error?.state == .cannotConnect && error?.message.contains("s3cret") == false)
        #expect("\(target)".contains("s3cret") == false)
    }
}

/// Checks that need no server.
@Suite struct ConnectionTargetTests {
    /// libpq is installed wherever PostgreSQL is.
    private static let hasLibrary = cpostgres_load() == nil

    @Test(.enabled(if: hasLibrary, "libpq is not installed"))
    func `a password in an address is found, in any form`() throws {
        for text in ["postgres://a:b@h/d", "host=h password=b", "postgresql://h/d?password=b", "sslpassword=x host=h"] {
            #expect(try ConnectionTarget.hasPassword(text), "\(text)")
        }
        for text in ["postgres://a@h/d", "", "service=feed", "postgres:///d?host=/tmp"] {
            #expect(try !ConnectionTarget.hasPassword(text), "\(text)")
            _ = try ConnectionTarget(text)
        }
        #expect(throws: ConnectionTarget.Failure.unreadable) {
            try ConnectionTarget("postgres://a:s3cret@h/d?nonsense=1")
        }
    }

    @Test func `a file that is not libpq causes an error that says what to install`() {
        var problem = [CChar](repeating: 0, count: 512)
        for file in ["libpq-none.so.5", "libc.so.6"] {
            cpostgres_examine(file, &problem, 512)
            let text = problem.withUnsafeBufferPointer {
                String(decoding: $0.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            }
            #expect(text.contains("apt install libpq5") && text.contains(file), "\(text)")
        }
    }
}
