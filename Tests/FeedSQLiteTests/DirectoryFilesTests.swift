import FeedAPI
import Foundation
import Glibc
import Testing

@testable import FeedSQLite

@Suite struct DirectoryFilesTests {
    @Test func `space that is reserved for one upload is not reserved for another`() async throws {
        let directory = temporaryDirectory()
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var status = statvfs()
        try #require(statvfs(directory, &status) == 0)
        let free = Int(status.f_bavail) * Int(status.f_frsize)
        let store = DirectoryFiles(directory: directory, freeBytes: free / 4)
        let first = try await store.begin(size: free / 2)
        await #expect(throws: Problem.self) { _ = try await store.begin(size: free / 2) }
        await store.discard(first)
        let second = try await store.begin(size: free / 2)
        await store.discard(second)
    }
}
