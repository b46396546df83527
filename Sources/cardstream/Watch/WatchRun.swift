internal import AppCore
internal import AppRuntime
internal import Cards
internal import FeedAPI
internal import FeedSync

/// A run of `watch` or `events`: the feed, the other sources, and the reporter that they share.
struct WatchRun: Sendable {
    let setup: Setup
    let access: ViewerAccess
    let reporter: WatchReporter
    /// The followed feeds. The name is that of the source; nil for the profile's feed.
    private let feeds: [(name: String?, feed: WatchFeed)]

    /// - Parameters:
    ///   - selection: What is followed.
    ///   - register: Called for each new connection to the feed's server before anything is read from it.
    /// - Throws: ``CommandFailure`` if the settings have no token or no key for the server.
    init(
        _ setup: Setup, _ selection: WatchSelection, from state: WatchState, reporter: WatchReporter,
        register: @escaping @Sendable (any CardSource) async throws -> Void = { _ in }
    ) throws {
        self.setup = setup
        self.reporter = reporter
        let access = ViewerAccess(setup)
        self.access = access
        func feed(
            _ name: String?, _ streams: [StreamID], _ source: any CardSource, tokens: TokenCache? = nil
        ) -> (String?, WatchFeed) {
            let options = WatchFeed.Options(
                streams: streams, isLive: setup.config.apiProtocol == .websocket,
                pollInterval: setup.config.pollInterval, isServerShared: setup.config.server != nil || name != nil)
            let feed = WatchFeed(
                options, source, tokens: tokens, from: state,
                notices: ConnectionNotices(of: name, isWanted: { !access.isPaused }),
                onBatch: { await reporter.report($0) })
            return (name, feed)
        }
        var feeds: [(name: String?, feed: WatchFeed)] = []
        if !selection.feedStreams.isEmpty {
            try access.checkSettings()
            let source = ReconnectingSource {
                let source = try await access.connect()
                let settings = try await Self.settings(from: source)
                try await register(source)
                await reporter.use(source, settings: settings, tokens: access.tokens)
                return source
            }
            feeds.append(feed(nil, selection.feedStreams, source, tokens: access.tokens))
        }
        for config in selection.sources {
            let made: CheckedSource?
            do throws(SourceProblem) { made = try setup.make(config) } catch {
                Console.error("the source \(config.name) is not followed: \(error.text)")
                continue
            }
            guard let source = made?.source else { continue }
            feeds.append(feed(config.name, [config.stream], source))
        }
        self.feeds = feeds
    }

    /// The user's settings, or the defaults if the source has no user profiles. Other failures count as connection
    /// failures, because without the settings, users who have disabled notifications could receive them.
    static func settings(from source: any CardSource) async throws(SourceError) -> UserSettings {
        guard let profiles = source as? any ProfileSource else { return UserSettings() }
        do {
            return try await profiles.profile()
        } catch .refused(let refusal) where refusal.reason == .notFound {
            return UserSettings()
        }
    }

    /// Reports the events since the last run, and returns.
    func once() throws {
        try runBlocking {
            do {
                for (_, feed) in feeds { try await feed.catchUp() }
                await reporter.finish()
                await access.stop()
            } catch {
                await access.stop()
                throw error
            }
        }
    }

    /// Runs until a signal arrives, or the feed cannot start. Then reported events are completed and stored; after a
    /// few seconds, waiting for an unresponsive server ends, and commands are stopped. Ctrl-Z suspends the process.
    func untilSignal(_ signals: Signals) throws {
        try InterruptibleWork.run(
            until: signals, pausing: access.pause, { [self] in try await follow() },
            ending: { [reporter, access] in
                await reporter.finish()
                await access.stop()
            },
            cut: { reporter.stopCommands() })
    }

    /// Follows all feeds. If a source other than the profile's feed cannot start, this is reported, and the others
    /// continue.
    private func follow() async throws {
        let isAlone = feeds.count == 1
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (name, feed) in feeds {
                group.addTask {
                    do { try await feed.run() } catch {
                        guard let name, !isAlone else { throw error }
                        Console.error("the source \(name) is not followed: \(CommandFailure(error).message)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
