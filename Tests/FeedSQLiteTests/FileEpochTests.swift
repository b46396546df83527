import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import SQLite
import Support
import Testing

@testable import FeedSQLite

/// The epochs of a feed's file, over several starts.
@Suite struct FileEpochTests {
    private static let ops = FeedKey(environment: "e", user: "ana", streamID: "ops")
    private static let chat = FeedKey(environment: "e", user: "ana", streamID: "chat")
    private let directory = temporaryDirectory()

    /// Opens the directory, publishes cards, and returns the epoch and the last number of each epoch that the storage is
    /// asked for.
    private func open(
        isServer: Bool = true, publishing ids: [CardID] = [], to stream: StreamID = "ops", asking epochs: [String] = [],
        _ body: (SQLiteStorage) async throws -> Void = { _ in }
    ) async throws -> (epoch: String, last: [Int64?]) {
        let storage = try SQLiteStorage(directory: directory, isServer: isServer)
        for id in ids {
            let request = PublishRequest(streamID: stream, users: ["ana"], body: makeBody().encoded())
            _ = try await storage.run(
                PublishCards([Publication(request, now: .fixed)], in: "e", ids: [id], now: .fixed))
        }
        var last: [Int64?] = []
        for epoch in epochs {
            last.append(
                try await storage.lastSequence(
                    of: FeedKey(environment: "e", user: "ana", streamID: stream), in: epoch))
        }
        try await body(storage)
        let epoch = storage.epoch
        try await storage.close()
        return (epoch, last)
    }

    @Test func `each server begins an epoch, and the ends of earlier ones are known`() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let first = try await open(publishing: ["a", "b"]).epoch
        let second = try await open().epoch
        let third = try await open(publishing: ["c"]).epoch
        let fourth = try await open(publishing: ["d", "e"]).epoch
        #expect(Set([first, second, third, fourth]).count == 4)
        let epochs = [first, second, third, fourth, "other"]
        #expect(try await open(asking: epochs).last == [2, 2, 3, 5, nil])
        #expect(try await open(publishing: ["f"], asking: epochs).last == [2, 2, 3, 5, nil])
        let chat = try await open(publishing: ["g"], to: "chat", asking: epochs)
        #expect(chat.last == [0, 0, 0, 0, nil])
    }

    @Test func `a command begins an epoch only in a file that was replaced`() async throws {
        defer { for path in [directory, directory + ".old"] { try? FileManager.default.removeItem(atPath: path) } }
        let first = try await open(isServer: false, publishing: ["a"]).epoch
        #expect(try await open(isServer: false, publishing: ["b"]).epoch == first)
        // Renaming a directory changes no file.
        try FileManager.default.moveItem(atPath: directory, toPath: directory + ".old")
        try FileManager.default.moveItem(atPath: directory + ".old", toPath: directory)
        #expect(try await open(isServer: false).epoch == first)
        try FileManager.default.moveItem(atPath: directory, toPath: directory + ".old")
        try FileManager.default.copyItem(atPath: directory + ".old", toPath: directory)
        let copy = try await open(isServer: false, publishing: ["c"], asking: [first])
        #expect(copy.epoch != first && copy.last == [2])
    }

    @Test func `deleted changes take the ends of their epochs with them`() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        func dismiss(_ card: CardID, _ storage: SQLiteStorage) async throws {
            let request = ActionRequest(
                key: ActionKey(card.rawValue), streamID: "ops", cardID: card, response: .dismiss, at: .fixed)
            _ = try await storage.run(ActOnCard(request, by: Self.ops.viewer, now: .fixed))
        }
        func countRows(_ storage: SQLiteStorage) async throws -> Int? {
            try await storage.read { try $0.statement("SELECT count(*) FROM feedEpoch").value(as: Int.self) }
        }
        let first = try await open(publishing: ["a"]).epoch
        let second = try await open(publishing: ["b"]) { try await dismiss("b", $0) }.epoch
        _ = try await open(publishing: ["c"], asking: [first, second]) { storage in
            #expect(try await countRows(storage) == 2)
            while try await storage.compact(before: .fixed(1), limit: 10) > 0 {}
            #expect(try await countRows(storage) == 1, "the number of the first epoch is below the horizon")
            #expect(try await storage.lastSequence(of: Self.ops, in: second) == 3)
        }
    }

    @Test func `the last number of ended cards is known for each epoch`() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        func cancel(_ card: CardID) -> (SQLiteStorage) async throws -> Void {
            { storage in _ = try await storage.run(CancelCard(card, in: "e", now: .fixed)) }
        }
        let first = try await open(publishing: ["a", "b"], cancel("a")).epoch
        let second = try await open(cancel("b")).epoch
        _ = try await open(publishing: ["c"]) { storage in
            #expect(try await storage.lastEnding(in: first) == 1)
            #expect(try await storage.lastEnding(in: second) == 2)
            try await cancel("c")(storage)
            #expect(try await storage.lastEnding(in: second) == 2)
            #expect(try await storage.lastEnding(in: storage.epoch) == 3)
            #expect(try await storage.lastEnding(in: "other") == nil)
        }
    }

    @Test func `a full disk does not keep a server from starting, unless the file was replaced`() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let storage = try SQLiteStorage(directory: directory)
        let long = String(repeating: "x", count: 20_000)
        let (before, after, code) = try storage.database.accessNow { database in
            let before = try FileEpoch.open(database, file: long, isServer: true)
            // A row with this text needs new pages.
            try database.execute("PRAGMA max_page_count = 1")
            let after = try FileEpoch.open(database, file: long, isServer: true)
            do {
                _ = try FileEpoch.open(database, file: long + "y", isServer: true)
                return (before.id, after.id, ResultCode.error)
            } catch let error as DatabaseError { return (before.id, after.id, error.code.primary) }
        }
        #expect(after == before && code == .full)
        try await storage.close()
    }
}
