import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Testing

/// What many sessions of one process take from the system, as in a server that watches the cards of its users.
@Suite(.timeLimit(.minutes(2))) struct ManySessionsTests {
    private static let count = 100

    /// The server of the test has the other ends of all connections.
    @Test(arguments: [(false, 4), (true, 12)])
    func `sessions share the thread of the network, and have few descriptors each`(
        hasFiles: Bool, descriptors limit: Int
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let feed = try await TestFeed()
        try await feed.listening { url in
            let before = try Self.descriptors()
            var sessions: [CardSession] = []
            for number in 0..<Self.count {
                let token = try await feed.token(of: "user-\(number)")
                let session = try CardSession(
                    hasFiles ? .file(path: folder.appending(path: "\(number).sqlite").path) : .memory)
                try await session.login(
                    environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey, baseURL: url
                ) { token }
                sessions.append(session)
            }
            for session in sessions {
                let statuses = session.statuses
                let observation = try session.observeStream(id: feed.stream) { _ in }
                for await status in statuses where status.connection == .live { break }
                withExtendedLifetime(observation) {}
            }
            #expect(try Self.threads().count { $0 == "card network" } == 1)
            let taken = try Self.descriptors() - before
            #expect(taken <= limit * Self.count, "\(taken)")
            for session in sessions { await session.close() }
        }
    }

    private static func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    /// The names of all threads.
    private static func threads() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap {
            // It may have ended meanwhile.
            try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
                .trimmingCharacters(in: .newlines)
        }
    }
}
