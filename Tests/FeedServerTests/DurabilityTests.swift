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
}
