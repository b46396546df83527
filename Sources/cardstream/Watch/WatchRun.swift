internal import AppCore
internal import AppRuntime
internal import Basics
internal import Cards
internal import FeedAPI

import struct Foundation.Date

/// A run of `watch` or `events`: a feed and its reporter.
struct WatchRun: Sendable {
    let setup: Setup
    let access: ViewerAccess
    let reporter: WatchReporter
    let feed: WatchFeed

    /// - Parameters:
    ///   - register: Called for each new connection before anything is read from it.
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
                streams: setup.feedStreams, isLive: setup.config.apiProtocol == .websocket,
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

    /// The user's settings; defaults for a source without profiles. Other failures count as connection failures,
    /// because without the settings a user could get notifications despite having disabled them.
    static func settings(from source: any CardSource) async throws(SourceError) -> UserSettings {
        guard let profiles = source as? any ProfileSource else { return UserSettings() }
        do {
            return try await profiles.profile()
        } catch .refused(let refusal) where refusal.reason == .notFound {
            return UserSettings()
        }
    }

    /// Reports events since the last run, and ends.
    func once() throws {
        try runBlocking {
            do {
                try await feed.catchUp()
                await reporter.finish()
                await access.stop()
            } catch {
                await access.stop()
                throw error
            }
        }
    }

    /// Runs until a signal arrives, or the feed cannot start. Reported events are then completed and stored; an
    /// unresponsive server is waited for only some seconds, after which commands are ended.
    func untilSignal(_ signals: Signals) throws {
        try InterruptibleWork.run(
            until: signals, { [feed] in try await feed.run() },
            ending: { [reporter, access] in
                await reporter.finish()
                await access.stop()
            },
            cut: { reporter.cutOff() })
    }
}
