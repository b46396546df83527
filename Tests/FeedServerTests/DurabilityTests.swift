import Basics
import Cards
import FeedAPI
import Foundation
import GRDB
import Testing

@testable import FeedServer

@Suite struct DurabilityTests {
    /// 2 is FULL: a commit is on the disk, not only in the kernel, before it is answered.
    @Test func `what is answered with success survives a power cut`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "durable-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let log = try FeedLog(directory: DataDirectory(path), limits: ServerLimits())
        let (level, mode) = try log.database.read { database in
            (
                try Int.fetchOne(database, sql: "PRAGMA synchronous"),
                try String.fetchOne(database, sql: "PRAGMA journal_mode")
            )
        }
        #expect(level == 2)
        #expect(mode == "wal")
        try log.close()
    }

    @Test func `damage found while running is told once, by the file's name`() async throws {
        let path = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let told = Lock<[FeedServerError]>([])
        let log = try FeedLog(directory: DataDirectory(path), limits: ServerLimits()) { error in
            told.withLock { $0.append(error) }
        }
        for _ in 1...2 {
            await #expect(throws: Problem.self) {
                try await log.read { _ -> Int in
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "database disk image is malformed")
                }
            }
        }
        guard case .damagedLog(let file, let reason)? = told.withLock({ $0 }).first else {
            Issue.record("not told")
            return
        }
        #expect(told.withLock { $0.count } == 1 && file.hasPrefix(path) && reason.contains("malformed"))
        try log.close()
    }

    /// A data directory with one card, as a stopped server leaves it.
    private func directory() async throws -> String {
        let directory = temporaryDirectory()
        let test = try await TestServer(directory: directory)
        try await test.publish()
        await test.server.stop()
        return directory
    }

    private func failure(in directory: String) async -> FeedServerError? {
        do {
            _ = try await TestServer(directory: directory)
            return nil
        } catch { return error as? FeedServerError }
    }

    @Test(arguments: ["garbage", "truncated"])
    func `a damaged log is named, kept, and set aside when asked for`(kind: String) async throws {
        let directory = try await directory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/feed.sqlite"
        let sound = try Data(contentsOf: URL(filePath: path))
        let damaged = kind == "garbage" ? Data(repeating: 0x5A, count: 9000) : sound.prefix(sound.count / 2)
        try damaged.write(to: URL(filePath: path))
        guard case .damagedLog(path, let reason) = await failure(in: directory) else {
            Issue.record("it was opened, or refused otherwise")
            return
        }
        let words = FeedServerError.damagedLog(path: path, reason: reason).description
        #expect(words.contains(path) && words.contains("--set-aside --data \(directory), ") && !words.contains("SQL"))
        #expect(try Data(contentsOf: URL(filePath: path)) == damaged, "not touched")

        let kept = try #require(try FeedServer.setAsideIfDamaged(dataDirectory: directory))
        #expect(try Data(contentsOf: URL(filePath: kept)) == damaged)
        let test = try await TestServer(directory: directory)
        #expect(try await test.ids().isEmpty)
        await test.server.stop()
    }

    @Test func `a sound log is not set aside`() async throws {
        let directory = try await directory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        #expect(try FeedServer.setAsideIfDamaged(dataDirectory: directory) == nil)
        let test = try await TestServer(directory: directory)
        #expect(try await test.ids().count == 1)
        await test.server.stop()
    }

    @Test func `a log of a later version is refused and left alone`() async throws {
        let directory = try await directory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/feed.sqlite"
        let queue = try DatabaseQueue(path: path)
        try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')") }
        try queue.close()
        #expect(await failure(in: directory) == .newerLog(path: path))
        #expect(throws: FeedServerError.newerLog(path: path)) {
            try FeedServer.setAsideIfDamaged(dataDirectory: directory)
        }
    }
}
