import Basics
import Cards
import FeedAPI
import FeedEngine
import FeedPostgres
import FeedStorage
import Foundation
import Postgres
import PostgresSupport
import Testing

/// What a storage does when its database is not as it should be.
@Suite(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"))
struct DatabaseTests {
    private let database: TestDatabase
    private let pool: Pool

    init() throws {
        database = try PostgresCluster.shared.makeDatabase()
        pool = try database.makePool(size: 1)
    }

    private var address: String { database.address }

    private func open(_ text: String) throws -> PostgresStorage { try PostgresStorage(DatabaseAddress(text)) }

    @Test func `a database of a later version is refused, and one of this version opens again`() async throws {
        let epoch = try open(address).epoch
        #expect(try open(address).epoch == epoch)
        try await pool.access { _ = try $0.run("INSERT INTO cardstream.migration VALUES ('999')") }
        #expect(throws: StorageError.newerDatabase) { try open(address) }
    }

    @Test func `a database that is not there says so, without a password`() throws {
        let folder = try PostgresCluster.shared.folder
        let error = #expect(throws: StorageError.self) { try open("postgres://ana:s3cret@/none?host=\(folder)") }
        guard case .unreachableDatabase(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.contains("s3cret") && error?.description.contains("s3cret") == false)
        #expect(throws: StorageError.unreadableDatabaseAddress) { try open("postgres://a:s3cret@h/d?nonsense=1") }
    }

    @Test func `a user who may make no tables is told what is missing`() async throws {
        try await pool.access { try $0.execute("CREATE ROLE reader LOGIN") }
        let error = #expect(throws: StorageError.self) {
            try open(address.replacing("user=cardstream", with: "user=reader"))
        }
        #expect(error?.description.contains("GRANT CREATE ON DATABASE") == true)
        try await pool.access { try $0.execute("DROP ROLE reader") }
    }

    @Test func `rows of the record are never changed and never removed`() async throws {
        _ = try open(address)
        for statement in ["UPDATE audit SET at = 0", "DELETE FROM audit", "TRUNCATE audit"] {
            let sql = "SET search_path = cardstream; \(statement)"
            let error = await #expect(throws: PostgresError.self) { try await pool.access { try $0.execute(sql) } }
            #expect(error?.message.contains("never removed") == true)
        }
    }

    @Test func `it says what its connections do, for metrics`() async throws {
        let storage = try open(address)
        try await storage.recordReader(FeedKey(environment: "e", user: "ana", streamID: "ops").viewer)
        let state = await storage.state
        #expect((1...10).contains(state.connections) && state.mostConnections == 10 && state.waiting == 0)
        #expect(state.busyConnections <= state.connections && state.isListening != nil)
    }

    @Test func `connections that end between two commands do not matter`() async throws {
        let storage = try open(address)
        let feed = FeedKey(environment: "e", user: "ana", streamID: "ops")
        for _ in 0..<3 {
            try await storage.recordReader(feed.viewer)
            #expect(try await storage.position(of: feed).sequence == 0)
            let ended = try await pool.access { database in
                try database.value(
                    """
                    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """, as: Int.self)
            }
            #expect(ended ?? 0 > 0)
        }
        try await storage.close()
        let problem = await #expect(throws: Problem.self) { try await storage.position(of: feed) }
        #expect(problem?.type == .shuttingDown)
    }

    @Test func `texts with a NUL character are stored`() async throws {
        let storage = try open(address)
        _ = try await storage.run(
            AddWebhook(
                StoredWebhook(
                    id: "w", environment: "e", url: "https://example.org", secret: "s", events: [], streams: [],
                    createdAt: 0)))
        try await storage.settle("none", .failed(reason: "a\0b", next: nil), at: .init(timeIntervalSince1970: 0))
        #expect(try await storage.deliveryCounts(of: "w") == (0, 0))
    }
}
