import Basics
import Foundation
import Testing

/// Notifications about writes to a file that other processes share.
@Suite(.timeLimit(.minutes(1))) struct FileWritesTests {
    @Test func `a write is reported, and a missing file ends the stream`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "writes-\(UUID())")
        try Data("a".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var writes = FileWrites.values(of: file.path).makeAsyncIterator()
        let handle = try FileHandle(forWritingTo: file)
        try handle.write(contentsOf: Data("b".utf8))
        #expect(await writes.next() != nil)
        try handle.write(contentsOf: Data("c".utf8))
        #expect(await writes.next() != nil)
        var missing = FileWrites.values(of: file.path + "-missing").makeAsyncIterator()
        #expect(await missing.next() == nil)
    }
}
