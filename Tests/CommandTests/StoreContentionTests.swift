import AppRuntime
import Basics
import CardSession
import Cards
import Foundation
import Testing

@testable import cardstream

/// Several commands that use a profile's store at the same time.
@Suite struct StoreContentionTests {
    private let root = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"
    private let setup: Setup
    private var path: String { setup.paths.database(profile: setup.config.profile) }
    private var end: ContinuousClock.Instant { .now + .seconds(30) }

    init() {
        setup = Setup(
            config: Config(),
            paths: Paths(
                configuration: "\(root)/config", data: "\(root)/data", state: "\(root)/state",
                cache: "\(root)/cache"),
            variables: [:], configurationFile: "\(root)/config.toml")
    }

    /// Runs work on a separate thread.
    private func elsewhere<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) -> Task<Value, any Error> {
        Task { try await Blocking.run { Result { try work() } }.get() }
    }

    @Test func `concurrent commands get the store one after the other`() async throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let (setup, end) = (setup, end)
        let all = (0..<8).map { _ in
            elsewhere {
                try (0..<6).map { _ in
                    let cards = try CardsSession.acting(setup, until: end)
                    try runBlocking { await cards.close() }
                    return cards.keepsActions
                }
            }
        }
        for task in all { #expect(try await task.value == Array(repeating: true, count: 6)) }
    }

    /// The content of the lock file before its new owner has written its process id.
    @Test(arguments: ["", "gone"])
    func `a holder that is not identified yet is queried again`(text: String) async throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        try await CardSession(.file(path: path)).close()
        let gone = try run("/bin/true", [])
        try Data((text.isEmpty ? "" : "\(gone)\n").utf8).write(to: URL(filePath: path + ".lock"))
        let descriptor = open(path + ".lock", O_RDWR)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let (setup, end) = (setup, end)
        let isDone = Lock(false)
        let acting = elsewhere {
            let cards = try CardsSession.acting(setup, until: end)
            isDone.withLock { $0 = true }
            try runBlocking { await cards.close() }
            return cards.keepsActions
        }
        let limit = ContinuousClock.now + .milliseconds(300)
        while ContinuousClock.now < limit, !isDone.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
        close(descriptor)
        #expect(try await acting.value)
    }

    @Test func `a viewer that holds the store is reported immediately`() async throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let viewer = try CardSession(.file(path: path))
        #expect(CardSession.holder(of: path).map { $0.processID == getpid() && !$0.isCommand } == true)
        let (setup, end) = (setup, end)
        let error = await #expect(throws: SessionError.self) {
            try await elsewhere { try CardsSession.acting(setup, until: end) }.value
        }
        guard case .inUse(_, processID: getpid()) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await viewer.close()
        // The store is free, and no holder is named.
        #expect(CardSession.holder(of: path) == nil)
    }

    /// Runs a program to its end, and returns the id of its process, which no longer exists.
    private func run(_ program: String, _ words: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = words
        try process.run()
        process.waitUntilExit()
        return process.processIdentifier
    }
}
