import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// A feed in a file that is replaced by an earlier copy while the server is stopped.
@Suite struct RestoredFeedTests {
    /// How the copy takes the place of the file, and what opens the feed then.
    enum Way: String, CaseIterable, Sendable {
        /// A server starts on a copied directory.
        case copied
        /// A server starts on the old file, into which the contents of the copy were written.
        case rewritten
        /// A command opens the feed of its profile in a copied directory.
        case copiedForCommands
    }

    private let directory = temporaryDirectory()
    private let backup = temporaryDirectory()
    private let keys = DevelopmentKeys.ephemeral()

    private func start(_ way: Way) async throws -> TestServer {
        try await TestServer(directory: directory, keys: keys, isServer: way != .copiedForCommands)
    }

    private func restore(_ way: Way) throws {
        guard way == .rewritten else {
            // Keep the old file: otherwise the new one may get its inode.
            try FileManager.default.moveItem(atPath: directory, toPath: directory + ".lost")
            return try FileManager.default.copyItem(atPath: backup, toPath: directory)
        }
        let file = try FileHandle(forWritingTo: URL(filePath: directory + "/feed.sqlite"))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(contentsOf: URL(filePath: backup + "/feed.sqlite")))
        try file.close()
    }

    private func removeFiles() {
        for path in [directory, backup, directory + ".lost"] { try? FileManager.default.removeItem(atPath: path) }
    }

    private func outcomes(_ test: TestServer, since cursor: FeedCursor? = nil) async throws -> [JSONValue] {
        let route = FeedRoute.outcomes(OutcomeQuery(since: cursor))
        let answer = await test.server.respond(
            to: route.method, route.target, headers: test.keys.publisherCredentials.headers, body: [],
            mostBytes: 1 << 20)
        guard answer.status == 200 else { throw try FeedCoder.decodeProblem(answer.body) }
        return try answer.body.split(separator: UInt8(ascii: "\n")).map { try JSONParser.parse(Array($0)) }
    }

    private func lastCursor(_ test: TestServer) async throws -> FeedCursor {
        try #require(try await outcomes(test).last?["cursor"]?.string.flatMap { FeedCursor(rawValue: $0) })
    }

    /// Publishes cards and dismisses them, and returns their ids.
    @discardableResult
    private func end(_ count: Int, _ test: TestServer) async throws -> [CardID] {
        var ids: [CardID] = []
        for _ in 0..<count {
            ids.append(try await test.publish())
            _ = try await test.act(.dismiss, on: ids[ids.count - 1])
        }
        return ids
    }

    @Test(arguments: Way.allCases)
    func `cursors of the lost history are refused, and earlier ones are valid`(way: Way) async throws {
        defer { removeFiles() }
        var test = try await start(way)
        try await end(1, test)
        let kept = try await test.publish()
        let (before, outcomeBefore) = (try await test.client().snapshot("ops", nil).cursor, try await lastCursor(test))
        await test.server.stop()
        try FileManager.default.copyItem(atPath: directory, toPath: backup)

        test = try await start(way)
        try await end(2, test)
        _ = try await test.publish()
        let (lost, lostOutcome) = (try await test.client().snapshot("ops", nil).cursor, try await lastCursor(test))
        await test.server.stop()
        try restore(way)

        test = try await start(way)
        let ended = try await end(3, test)
        let new = try await test.publish()
        #expect(await problem { try await outcomes(test, since: lostOutcome) }?.type == .cursorExpired)
        #expect(await problem { try await test.client().changes("ops", lost) }?.type == .cursorExpired)
        let socket = try await test.client().openSocket()
        try await socket.send(.subscribe([.init(streamID: "ops", since: lost)]))
        var frames = FrameReader(socket)
        #expect(try await frames.next() == .gap(stream: "ops"))
        // A viewer replaces its cards by a snapshot of another generation.
        let snapshot = try await FeedSource(test.client()).snapshot(of: "ops", page: nil)
        #expect(Set(snapshot.entries.map(\.id)) == [kept, new] && snapshot.generation != lost.parts?.epoch)

        #expect(try await outcomes(test, since: outcomeBefore).map { $0["id"]?.string } == ended.map(\.rawValue))
        #expect(try await test.client().changes("ops", before)?.upserts.map(\.id) == [new])
        try await socket.send(.subscribe([.init(streamID: "ops", since: before)]))
        #expect(try await frames.delta().upserts.map(\.id) == [new])
        await socket.close()
        await test.server.stop()
    }

    /// As a copy that `sqlite3 feed.sqlite "VACUUM INTO …"` makes.
    @Test func `a copy that was made while the server ran knows how far its last epoch had come`() async throws {
        defer { removeFiles() }
        var test = try await start(.copied)
        try await end(1, test)
        _ = try await test.publish()
        let (before, outcomeBefore) = (try await test.client().snapshot("ops", nil).cursor, try await lastCursor(test))
        try FileManager.default.copyItem(atPath: directory, toPath: backup)
        try await end(2, test)
        let (lost, lostOutcome) = (try await test.client().snapshot("ops", nil).cursor, try await lastCursor(test))
        #expect(lost.parts?.epoch == before.parts?.epoch)
        await test.server.stop()
        try restore(.copied)

        test = try await start(.copied)
        #expect(await problem { try await test.client().changes("ops", lost) }?.type == .cursorExpired)
        try await end(3, test)
        #expect(await problem { try await outcomes(test, since: lostOutcome) }?.type == .cursorExpired)
        #expect(await problem { try await test.client().changes("ops", lost) }?.type == .cursorExpired)
        #expect(try await outcomes(test, since: outcomeBefore).count == 3)
        #expect(try await test.client().changes("ops", before)?.removals.count == 3)
        await test.server.stop()
    }

    @Test func `a page of a snapshot continues after a restart`() async throws {
        defer { removeFiles() }
        var limits = ServerLimits()
        limits.pageCards = 2
        var test = try await TestServer(directory: directory, keys: keys, limits: limits, isServer: true)
        for _ in 0..<3 { _ = try await test.publish() }
        let first = try await test.client().snapshot("ops", nil)
        #expect(first.entries.count == 2)
        await test.server.stop()
        test = try await start(.copied)
        let second = try await test.client().snapshot("ops", first.next)
        #expect(second.entries.count == 1 && second.cursor == first.cursor)
        await test.server.stop()
    }
}
