import Basics
import CardStore
import Cards
import FeedAPI
import FeedSync
import Foundation
import Support
import Testing

/// Waits for a condition, and fails after the limit.
func eventually(
    _ what: String, within limit: Duration = .seconds(20), sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !holds() {
        try #require(ContinuousClock.now < deadline, "never: \(what)", sourceLocation: sourceLocation)
        await Task.yield()
    }
}

/// Advances the clock second by second until a condition holds. The work that each second starts has a moment to begin;
/// tests must not depend on how much of it does.
func pass(
    _ clock: TestClock, until what: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while true {
        let step = ContinuousClock.now + .milliseconds(2)
        repeat {
            if try await holds() { return }
            await Task.yield()
        } while ContinuousClock.now < step
        try #require(step < deadline, "never: \(what)", sourceLocation: sourceLocation)
        clock.advance(by: 1)
    }
}

/// An engine whose surroundings are all controlled by the test.
struct SyncRig {
    let clock = TestClock()
    let database: CardDatabase
    let server: ScriptedServer
    let engine: SyncEngine
    private let statuses: Statuses
    private let reading: Task<Void, Never>

    private actor Statuses {
        var all: [SyncStatus] = []
        func append(_ status: SyncStatus) { all.append(status) }
    }

    /// The problems that the engine has logged.
    let troubles = Lock<[SyncTrouble]>([])

    /// The reasons why the engine was offline.
    let failures = Lock<[SourceError]>([])

    /// - Parameters:
    ///   - path: The path of the store; nil for one in memory.
    ///   - follower: Replaces the store.
    init(
        _ settings: SyncSettings = SyncSettings(), tokens provider: TokenProvider? = nil, path: String? = nil,
        wrapping wrap: (FeedSource) -> any CardSource = { $0 }, follower: (any FeedFollower)? = nil
    ) async throws {
        database = if let path { try CardDatabase.open(path: path, at: .fixed) } else { try CardDatabase.inMemory() }
        server = ScriptedServer(clock: clock, database: database)
        var configuration = SyncEngine.Configuration(streams: [server.stream], settings: settings)
        configuration.showAfter = 0
        configuration.hideAfter = 0
        let sync = clock.sync
        let tokens = provider.map { TokenCache(provider: $0, clock: sync) }
        if let tokens {
            await server.ask { () throws(FeedError) in
                do throws(SourceError) { return try await tokens.token() } catch { throw FeedError(error) }
            }
        }
        let engine = SyncEngine(
            configuration: configuration, source: wrap(FeedSource(server.client, clock: clock.sync)),
            store: follower ?? database,
            clock: clock.sync,
            random: { 0.5 }, tokens: tokens,
            onTrouble: { [troubles] trouble in troubles.withLock { $0.append(trouble) } },
            onConnection: { [failures] _, error in if let error { failures.withLock { $0.append(error) } } })
        let statuses = Statuses()
        self.statuses = statuses
        self.engine = engine
        let stream = engine.status
        reading = Task { for await status in stream { await statuses.append(status) } }
    }

    /// The number of status reports to the host.
    var statusCount: Int { get async { await statuses.all.count } }
    var status: SyncStatus? { get async { await statuses.all.last } }
    var connection: SyncStatus.Connection? { get async { await statuses.all.last?.connection } }

    var shown: Set<CardID> {
        get throws { Set(try database.window(FeedQuery(streamID: server.stream)).items.map(\.id)) }
    }

    func wait(
        for connection: SyncStatus.Connection, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await eventually("\(connection)", sourceLocation: sourceLocation) { await self.connection == connection }
    }

    /// Advances the clock second by second until a condition holds.
    func pass(
        until what: String, sourceLocation: SourceLocation = #_sourceLocation, _ holds: () async throws -> Bool
    ) async throws {
        try await FeedSyncTests.pass(clock, until: what, sourceLocation: sourceLocation, holds)
    }

    /// Advances the clock by this many seconds, as soon as a task waits for that time.
    func pass(_ seconds: Double, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let end = clock.uptime + seconds
        try await eventually("somebody waits \(seconds) s", sourceLocation: sourceLocation) {
            clock.wakeTimes.contains(end)
        }
        clock.advance(by: seconds)
    }

    /// Lets other tasks run, so that unwanted effects can happen.
    func settle() async { for _ in 0..<300 { await Task.yield() } }

    func goLive(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        await engine.start()
        try await wait(for: .live, sourceLocation: sourceLocation)
        // A frame that arrives after the clock has advanced would be a sign of life.
        await settle()
    }

    func end() async {
        await engine.stop()
        reading.cancel()
    }
}
