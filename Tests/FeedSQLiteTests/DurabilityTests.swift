import Basics
import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import SQLite
import Support
import Testing

@testable import FeedSQLite

@Suite struct DurabilityTests {
    /// Level 2 is FULL: a commit is on the disk, and not only in the kernel, before the server responds.
    @Test func `a confirmed command survives a power cut`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "durable-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let storage = try SQLiteStorage(directory: path)
        let (level, mode) = try storage.database.accessNow { database in
            (
                try database.statement("PRAGMA synchronous").value(as: Int.self),
                try database.statement("PRAGMA journal_mode").value(as: String.self)
            )
        }
        #expect(level == 2)
        #expect(mode == "wal")
        try await storage.close()
    }

    @Test func `damage that is found at run time is reported once with the file's name`() async throws {
        let path = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let reported = Lock<[StorageError]>([])
        let storage = try SQLiteStorage(directory: path) { error in
            reported.withLock { $0.append(error) }
        }
        for _ in 1...2 {
            await #expect(throws: Problem.self) {
                try await storage.read { _ -> Int in
                    throw DatabaseError(.corrupt, "database disk image is malformed")
                }
            }
        }
        guard case .damaged(let file, let reason)? = reported.withLock({ $0 }).first else {
            Issue.record("not reported")
            return
        }
        #expect(reported.withLock { $0.count } == 1 && file.hasPrefix(path) && reason.contains("malformed"))
        try await storage.close()
    }

    /// A data directory with one card, as a stopped server leaves it.
    private func directory() async throws -> String {
        let directory = temporaryDirectory()
        let storage = try SQLiteStorage(directory: directory)
        let request = PublishRequest(streamID: "ops", users: ["ana"], body: makeBody().encoded())
        _ = try await storage.run(
            PublishCards([Publication(request, now: .fixed)], in: "e", ids: ["c1"], now: .fixed))
        try await storage.close()
        return directory
    }

    /// The number of ana's cards.
    private func count(in directory: String) async throws -> Int64 {
        let storage = try SQLiteStorage(directory: directory)
        let position = try await storage.position(of: FeedKey(environment: "e", user: "ana", streamID: "ops"))
        try await storage.close()
        return position.sequence
    }

    private func failure(in directory: String) -> StorageError? {
        do {
            _ = try SQLiteStorage(directory: directory)
            return nil
        } catch { return error }
    }

    @Test func `the names of the schema are those of a new log`() async throws {
        let storage = try SQLiteStorage()
        let names: [String] = try await storage.read { database in
            try database.statement(
                "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite%' AND name NOT LIKE 'grdb%'"
            ).values()
        }
        #expect(names.sorted() == Schema.names.sorted())
    }

    @Test(arguments: ["garbage", "truncated", "table"])
    func `a damaged log is named, kept, and set aside when asked for`(kind: String) async throws {
        let directory = try await directory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/feed.sqlite"
        let sound = try Data(contentsOf: URL(filePath: path))
        try SQLiteStorage.inspect(directory: directory)
        switch kind {
        case "garbage": try Data(repeating: 0x5A, count: 9000).write(to: URL(filePath: path))
        case "truncated": try sound.prefix(sound.count / 2).write(to: URL(filePath: path))
        default:
            let connection = try Connection(path)
            try connection.accessNow { try $0.execute("DROP TABLE delivery; PRAGMA wal_checkpoint(TRUNCATE)") }
            try connection.close()
        }
        let damaged = try Data(contentsOf: URL(filePath: path))
        guard case .damaged(path, let reason) = failure(in: directory) else {
            Issue.record("it was opened, or refused otherwise")
            return
        }
        let words = StorageError.damaged(path: path, reason: reason).description
        #expect(words.contains(path) && words.contains("--set-aside --data \(directory)`, ") && !words.contains("SQL"))
        #expect(throws: StorageError.damaged(path: path, reason: reason)) {
            try SQLiteStorage.inspect(directory: directory)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == damaged, "not touched")

        let kept = try #require(try SQLiteStorage.setAsideIfDamaged(directory: directory))
        #expect(try Data(contentsOf: URL(filePath: kept)) == damaged)
        #expect(try await count(in: directory) == 0)
    }

    @Test func `a sound log is not set aside`() async throws {
        let directory = try await directory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        #expect(try SQLiteStorage.setAsideIfDamaged(directory: directory) == nil)
        #expect(try await count(in: directory) == 1)
    }

    @Test func `a log of a later version is refused and left alone`() async throws {
        let directory = try await directory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/feed.sqlite"
        let connection = try Connection(path)
        try connection.accessNow { try $0.execute("INSERT INTO grdb_migrations VALUES ('99')") }
        try connection.close()
        #expect(failure(in: directory) == .newer(path: path))
        #expect(throws: StorageError.newer(path: path)) {
            try SQLiteStorage.setAsideIfDamaged(directory: directory)
        }
        #expect(throws: StorageError.newer(path: path)) { try SQLiteStorage.inspect(directory: directory) }
    }

    @Test func `a feed is inspected while a server has it open`() async throws {
        let directory = try await directory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let storage = try SQLiteStorage(directory: directory)
        try SQLiteStorage.inspect(directory: directory)
        #expect(try await storage.position(of: FeedKey(environment: "e", user: "ana", streamID: "ops")).sequence == 1)
        try await storage.close()
    }
}

func temporaryDirectory() -> String {
    NSTemporaryDirectory() + "cardstream-storage-" + UUID().uuidString
}
