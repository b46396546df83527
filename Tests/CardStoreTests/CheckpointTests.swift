import Cards
import Foundation
import Support
import Testing

@testable import CardStore

struct CheckpointTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func logSize(of name: String = "cards") -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: directory.file("\(name).sqlite-wal"))
        return (attributes?[.size] as? Int) ?? 0
    }

    @Test func `the write-ahead log is checkpointed soon after a burst, and nothing is lost`() async throws {
        let database = try CardDatabase.open(path: directory.file("cards.sqlite"), at: .fixed)
        let entries = (0..<3_000).map { makeEntry("card-\($0)", sequence: Int64($0 + 1)) }
        try await database.apply(makeDelta(entries, cursor: 3_000), at: .fixed)
        #expect(logSize() > CardDatabase.checkpointThreshold)
        let deadline = ContinuousClock.now + .seconds(20)
        while logSize() > 0, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(50)) }
        #expect(logSize() == 0)
        #expect(try database.window(FeedQuery(streamID: ops)).totalCount == 3_000)
    }

    @Test func `the write-ahead log of a session that was killed is checkpointed by the next`() async throws {
        let ended = try CardDatabase.open(path: directory.file("cards.sqlite"), at: .fixed)
        try await ended.apply(
            makeDelta((0..<3_000).map { makeEntry("card-\($0)", sequence: Int64($0 + 1)) }, cursor: 3_000), at: .fixed)
        // The files that a process leaves if it ends now.
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: directory.file("cards.sqlite\(suffix)"), toPath: directory.file("copy.sqlite\(suffix)"))
        }
        let database = try CardDatabase.open(path: directory.file("copy.sqlite"), at: .fixed)
        #expect(logSize(of: "copy") > CardDatabase.checkpointThreshold)
        let deadline = ContinuousClock.now + .seconds(20)
        while logSize(of: "copy") > 0, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(50)) }
        #expect(logSize(of: "copy") == 0)
        #expect(try database.window(FeedQuery(streamID: ops)).totalCount == 3_000)
    }

    @Test func `a small write-ahead log is not checkpointed`() async throws {
        let database = try CardDatabase.open(path: directory.file("cards.sqlite"), at: .fixed)
        try await database.apply(makeDelta([makeEntry()]), at: .fixed)
        let before = logSize()
        try await database.checkpointIfLarge()
        #expect(before > 0 && logSize() == before)
    }

    @Test func `only the later one of two bursts is followed by a checkpoint`() {
        let bursts = WriteBurst()
        let first = bursts.begin()
        let second = bursts.begin()
        #expect(!bursts.isLatest(first) && bursts.isLatest(second))
    }
}
