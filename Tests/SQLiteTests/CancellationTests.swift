import Basics
import Dispatch
import Testing

@testable import SQLite

@Suite struct CancellationTests {
    private let connection: Connection

    init() throws {
        connection = try Connection()
        try connection.accessNow { try $0.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)") }
    }

    private func count() throws -> Int? {
        try connection.accessNow { try $0.statement("SELECT count(*) FROM t").value() }
    }

    @Test func `an access of a cancelled task does not begin`() async throws {
        let connection = connection
        let isFree = DispatchSemaphore(value: 0)
        let holder = Task { try await connection.access { _ in isFree.wait() } }
        let task = Task { try await connection.access { try $0.run("INSERT INTO t DEFAULT VALUES") } }
        task.cancel()
        isFree.signal()
        try await holder.value
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try count() == 0)
    }

    @Test func `a running statement is interrupted, and its transaction rolled back`() async throws {
        let connection = connection
        let begun = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await connection.access { database in
                try database.transaction(.immediate) {
                    try database.run("INSERT INTO t DEFAULT VALUES")
                    begun.continuation.yield()
                    // A statement that never ends.
                    try database.run(
                        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
                }
            }
        }
        for await _ in begun.stream { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(try count() == 0)
        // The next access is not affected.
        #expect(try await connection.access { try $0.run("INSERT INTO t DEFAULT VALUES") } == 1)
    }

    @Test func `an access can also be cancelled while it prepares a statement`() async throws {
        for round in 0..<20 {
            let connection = connection
            let begun = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                try await connection.access { database in
                    begun.continuation.yield()
                    // Takes long to prepare, and runs nothing.
                    let terms = (0..<1000).map { "\($0 + round)" }.joined(separator: " + ")
                    for number in 0..<2_000 { _ = try database.statement("SELECT \(terms), \(number)") }
                }
            }
            for await _ in begun.stream { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func `a transaction that is cancelled between statements is not committed`() async throws {
        let connection = connection
        let begun = AsyncStream.makeStream(of: Void.self)
        let isCancelled = DispatchSemaphore(value: 0)
        let task = Task {
            try await connection.access { database in
                try database.transaction(.immediate) {
                    try database.run("INSERT INTO t DEFAULT VALUES")
                    begun.continuation.yield()
                    isCancelled.wait()
                }
            }
        }
        for await _ in begun.stream { break }
        task.cancel()
        isCancelled.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try count() == 0)
    }
}
