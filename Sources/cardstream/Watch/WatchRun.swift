internal import AppCore
internal import AppRuntime
internal import Basics
internal import Cards
internal import FeedAPI

import struct Foundation.Date

/// One run of `watch` or `events`: the feed, and whoever is told of it.
struct WatchRun: Sendable {
    let setup: Setup
    let access: ViewerAccess
    let reporter: WatchReporter
    let feed: WatchFeed

    /// - Parameters:
    ///   - register: Done with each new connection, before anything is read from it.
    init(
        _ setup: Setup, from state: WatchState, reporter: WatchReporter,
        register: @escaping @Sendable (any CardSource) async throws -> Void = { _ in }
    ) {
        self.setup = setup
        self.reporter = reporter
        let access = ViewerAccess(setup)
        self.access = access
        let lastFailure = Lock<String?>(nil)
        feed = WatchFeed(
            WatchFeed.Options(
                streams: setup.screens.streams, isLive: setup.config.apiProtocol == .websocket,
                pollInterval: setup.config.pollInterval),
            from: state, onBatch: { await reporter.report($0) },
            connect: { try await access.connect() },
            onConnected: { source in
                let settings = try await Self.settings(from: source)
                if lastFailure.withLock({ failure in
                    defer { failure = nil }
                    return failure != nil
                }) {
                    Console.error("connected again")
                }
                try await register(source)
                await reporter.use(source, settings: settings)
            },
            onFailure: { failure in
                let isNews = lastFailure.withLock { last in
                    defer { last = failure.message }
                    return last != failure.message
                }
                if isNews { Console.error("\(failure.message); trying again") }
            })
    }

    /// The user's wishes. A source that knows no profiles has none; any other failure is one of the connection: without
    /// an answer somebody who wants no notifications would get them.
    static func settings(from source: any CardSource) async throws(SourceError) -> UserSettings {
        guard let profiles = source as? any ProfileSource else { return UserSettings() }
        do {
            return try await profiles.profile()
        } catch .refused(let refusal) where refusal.reason == .notFound {
            return UserSettings()
        }
    }

    /// Reports what happened since the last time, and ends.
    func once() throws {
        try runBlocking {
            try await feed.catchUp()
            await reporter.finish()
        }
    }

    /// Goes on until a signal comes, or the feed cannot begin. What was told is done and kept; a server that hangs is not
    /// waited for longer than some seconds, and commands are ended then.
    func untilSignal(_ signals: Signals) throws {
        try InterruptibleWork.run(
            until: signals, { [feed] in try await feed.run() }, ending: { [reporter] in await reporter.finish() },
            cut: { reporter.cutOff() })
    }
}
