internal import AppCore
internal import AppRuntime
internal import Cards
internal import FeedAPI
internal import FeedSync

/// A run of `watch` or `events`: the feed and sources beside it, and one reporter of all.
struct WatchRun: Sendable {
    let setup: Setup
    let access: ViewerAccess
    let reporter: WatchReporter
    /// The feed is the one without a name.
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
                for (_, feed) in feeds { try await feed.catchUp() }
                await reporter.finish()
                await access.stop()
            } catch {
                await access.stop()
                throw error
            }
        }
    }

    /// Runs until a signal arrives, or the feed cannot start. Ctrl-Z stops the process. Reported events are then completed and stored; an
    /// unresponsive server is waited for only some seconds, after which commands are ended.
    func untilSignal(_ signals: Signals) throws {
        try InterruptibleWork.run(
            until: signals, pausing: access.pause, { [self] in try await follow() },
            ending: { [reporter, access] in
                await reporter.finish()
                await access.stop()
            },
            cut: { reporter.cutOff() })
    }

    /// Follows everything. A source beside the feed that cannot start is reported, and the others go on.
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
