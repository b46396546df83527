import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Testing

/// The system resources of many sessions in one process, as in a server that watches the cards of its users.
@Suite(.timeLimit(.minutes(4)), .serialized) struct ManySessionsTests {
    /// The server of the test holds the other ends of all connections, and both ends keep idle ones open.
    @Test(arguments: [(false, 100), (true, 500)])
    func `sessions share the thread of the network, and have few descriptors each`(hasFiles: Bool, count: Int)
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let feed = try await TestFeed()
        try await feed.listening { url in
            let before = try (threads: Self.threads().count, other: Self.descriptors(in: folder).others)
            let (sessions, peak) = try await withThrowingTaskGroup(of: (CardSession, Int).self) { group in
                for number in 0..<count {
                    group.addTask {
                        let session = try await CardSession.open(
                            hasFiles ? .file(path: folder.appending(path: "\(number).sqlite").path) : .memory)
                        let token = try await feed.token(of: "user-\(number)")
                        try await session.login(
                            environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey, baseURL: url
                        ) { token }
                        let statuses = session.statuses
                        let observation = try session.observeStream(id: feed.stream) { _ in }
                        for await status in statuses where status.connection == .live { break }
                        withExtendedLifetime(observation) {}
                        return (session, try Self.threads().count)
                    }
                }
                return try await group.reduce(into: ([CardSession](), 0)) {
                    $0.0.append($1.0)
                    $0.1 = max($0.1, $1.1)
                }
            }
            #expect(try Self.threads().count { $0 == "card network" } == 1)
            // The network thread, two threads for stores and observers, and those of tasks: Dispatch uses as many
            // threads as processors for each priority, and more while some of them block. None of these numbers depends
            // on the number of sessions.
            let tasks = 8 * ProcessInfo.processInfo.activeProcessorCount
            #expect(peak <= before.threads + 3 + tasks, "\(peak) threads, \(before.threads) before")
            let taken = try Self.descriptors(in: folder)
            #expect(taken.files <= 3 * count, "\(taken.files) of files")
            #expect(taken.others - before.other <= 3 * count + 100, "\(taken.others - before.other) of sockets")
            await withTaskGroup { group in for session in sessions { group.addTask { await session.close() } } }
            // The locks are released with the sessions.
            #expect(try Self.descriptors(in: folder).files <= count)
        }
    }

    /// The number of open files in the folder, and of all other descriptors.
    private static func descriptors(in folder: URL) throws -> (files: Int, others: Int) {
        let targets = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            // The descriptor that was used for the listing is closed by now.
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        let files = targets.count { $0.contains(folder.lastPathComponent) }
        return (files, targets.count - files)
    }

    /// The names of all threads.
    private static func threads() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap {
            // The thread may have ended in the meantime.
            try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
                .trimmingCharacters(in: .newlines)
        }
    }
}
