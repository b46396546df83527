internal import AppRuntime
internal import Cards
internal import FeedAPI
internal import ViewModels

import struct Foundation.Date

/// One run of `watch` or `events`: the feed, and whoever is told of it.
struct WatchRun: Sendable {
    let setup: Setup
    let access: ViewerAccess
    let reporter: WatchReporter
    let feed: WatchFeed
    private let batches: AsyncStream<WatchFeed.Batch>
    private let end: AsyncStream<WatchFeed.Batch>.Continuation

    /// - Parameters:
    ///   - register: Done with each new connection, before anything is read from it.
    init(
        _ setup: Setup, from state: WatchState, reporter: WatchReporter,
        register: @escaping @Sendable (FeedClient) async throws -> Void = { _ in }
    ) {
        self.setup = setup
        self.reporter = reporter
        let access = ViewerAccess(setup)
        self.access = access
        (batches, end) = AsyncStream.makeStream(of: WatchFeed.Batch.self)
        let lastFailure = Lock<String?>(nil)
        feed = WatchFeed(
            WatchFeed.Options(
                streams: setup.screens.streams, usesSocket: setup.config.apiProtocol == .websocket,
                pollInterval: setup.config.pollInterval),
            from: state, batches: end,
            connect: { try await access.client() },
            onConnected: { client in
                if lastFailure.withLock({ failure in
                    defer { failure = nil }
                    return failure != nil
                }) {
                    Console.error("connected again")
                }
                try await register(client)
                await reporter.use(client, settings: try await Self.settings(from: client))
            },
            onFailure: { failure in
                let isNews = lastFailure.withLock { last in
                    defer { last = failure.message }
                    return last != failure.message
                }
                if isNews { Console.error("\(failure.message); trying again") }
            })
    }

    /// The user's wishes. A server that knows no profiles has nobody's; any other failure is one of the connection: without
    /// an answer somebody who wants no notifications would get them.
    static func settings(from client: FeedClient) async throws(FeedError) -> UserSettings {
        do {
            return try await client.user()
        } catch .server(let problem, _) where problem.type == .notFound {
            return UserSettings()
        }
    }

    /// Reports what happened since the last time, and ends.
    func once() throws {
        try runBlocking {
            let reporting = Task { for await batch in batches { await reporter.report(batch) } }
            defer { reporting.cancel() }
            try await feed.catchUp()
            end.finish()
            await reporting.value
        }
    }

    /// Goes on until a signal comes, or the feed cannot begin.
    func untilSignal(_ signals: Signals) throws {
        let outcome = Lock<(any Error)?>(nil)
        let wake = WakeUp()
        let reporting = Task.detached { [batches, reporter] in
            for await batch in batches { await reporter.report(batch) }
        }
        let following = Task.detached { [feed] in
            do { try await feed.run() } catch { outcome.withLock { $0 = error } }
            wake.ring()
        }
        var sources = EventSources(input: nil, mail: signals.descriptor, signals: wake.descriptor)
        while signals.drain().isEmpty, outcome.withLock({ $0 }) == nil { _ = sources.wait(seconds: nil) }
        following.cancel()
        end.finish()
        // What was told is reported and kept; a command that hangs is not waited for longer than this.
        try runBlocking {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await reporting.value }
                group.addTask { try? await Task.sleep(for: .seconds(5)) }
                await group.next()
                group.cancelAll()
            }
        }
        if let error = outcome.withLock({ $0 }) { throw error }
    }
}
