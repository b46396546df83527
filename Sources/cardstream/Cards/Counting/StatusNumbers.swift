internal import AppRuntime
internal import Basics
internal import CardSession
internal import Cards
internal import FeedAPI

/// The numbers of `cardstream status`, `count` and `metrics`: the feed's, or else the last known ones of the store
/// (``lastKnown(_:of:after:)``).
struct StatusNumbers: Equatable {
    var counts: CardSession.StoreCounts
    /// Whether the feed could not be asked, so that the numbers may have changed.
    var isOld = false
    /// Whether there is nothing that cards could come from: no server in the configuration, and no feed or store yet.
    var isUnused = false

    init(_ counts: CardSession.StoreCounts, isOld: Bool = false) {
        self.counts = counts
        self.isOld = isOld
    }

    /// Reads the numbers.
    ///
    /// - Parameters:
    ///   - stream: The stream that is asked for; nil for all.
    ///   - timeout: How long the feed may take.
    /// - Throws: ``CommandFailure`` if neither the feed nor the store knows the numbers.
    init(_ setup: Setup, of stream: StreamID?, within timeout: Duration) throws {
        let path = setup.paths.database(profile: setup.config.profile)
        let store = try Self.store(setup)
        // It writes what its user sees and does into the store at once, and reports it to the server later.
        let isViewerOpen = CardSession.holder(of: path).map { !$0.isCommand } ?? false
        // A command may ask for a password; a status bar runs this one every few seconds.
        if setup.config.server != nil, case .command = setup.tokenSource {
            self = try Self.lastKnown(store, of: stream, after: Self.unasked)
            isOld = !isViewerOpen
            return
        }
        do {
            let metrics = try Self.ask(setup, within: timeout)
            let known = store ?? CardSession.StoreCounts()
            self.init(Self.merge(metrics, known, setup, isViewerOpen: isViewerOpen))
            // Sources are not asked: an open viewer follows them.
            isOld = !isViewerOpen && known.streamsOfSources.contains { stream == nil || $0.key == stream }
            isUnused =
                setup.config.server == nil && setup.config.sources.isEmpty && store == nil
                && !ProfileServer(setup).hasFeed
        } catch {
            let failure = CommandFailure(error)
            self = try Self.lastKnown(store, of: stream, after: failure)
            // A status bar asks every few seconds; the tilde says as much.
            if failure.status != .network { Self.report(failure) }
        }
    }

    private static let unasked = CommandFailure(
        .network,
        "the number of cards is not known yet, because `cardstream status` does not run token_command: open the viewer "
            + "once, or use `cardstream count`")

    /// The numbers that the feed had when it answered last.
    ///
    /// - Parameters:
    ///   - stream: The stream that is asked for; nil for all.
    ///   - failure: Why it does not answer now.
    /// - Throws: The failure, where no number was ever known: a 0 would say that nothing waits.
    static func lastKnown(
        _ store: CardSession.StoreCounts?, of stream: StreamID?, after failure: CommandFailure
    ) throws(CommandFailure) -> StatusNumbers {
        guard let store, stream.map({ store.metrics.streams[$0] != nil }) ?? !store.metrics.streams.isEmpty
        else { throw failure }
        return StatusNumbers(store, isOld: true)
    }

    /// The same of the profile's store.
    static func lastKnown(
        _ setup: Setup, of stream: StreamID?, after failure: CommandFailure
    ) throws -> StatusNumbers {
        let numbers = try lastKnown(store(setup), of: stream, after: failure)
        report(failure)
        return numbers
    }

    /// The counts of the profile's store. Nil where there is none, and where its cards are of another account than the
    /// configured one, as after a login beside an open viewer.
    private static func store(_ setup: Setup) throws(SessionError) -> CardSession.StoreCounts? {
        let counts = try CardSession.storeCounts(at: setup.paths.database(profile: setup.config.profile))
        return counts.flatMap { counts in
            counts.owner.map { ProfileAccount.isOfSource($0, setup) } ?? true ? counts : nil
        }
    }

    private static func report(_ failure: CommandFailure) {
        Console.error("\(failure.message) (these are the last known numbers)")
    }

    /// Says in JSON that the numbers may have changed, and since when.
    func describe(in object: inout JSONObject) {
        guard isOld else { return }
        object["old"] = .bool(true)
        if let time = counts.syncedAt { object["synced"] = .string(time.rfc3339) }
    }

    /// What stands before a number that may have changed.
    var mark: String { isOld ? "~" : "" }

    /// The counts of the configured server, or else of the profile's own feed.
    private static func ask(_ setup: Setup, within timeout: Duration) throws -> UserMetrics {
        guard setup.config.server != nil || ProfileServer(setup).hasFeed else { return UserMetrics() }
        let access = ViewerAccess(setup)
        return try runBlocking {
            let result = await firstResult(
                of: {
                    do {
                        return Result<UserMetrics, any Error>.success(
                            try await access.requests(within: timeout).metrics())
                    } catch { return .failure(error) }
                },
                {
                    // Cancellation only means that the timer is no longer needed.
                    try? await Task.sleep(for: timeout)
                    return .failure(Self.noAnswer)
                })
            guard let result else { throw noAnswer }
            return try result.get()
        }
    }

    private static let noAnswer = CommandFailure(
        .network, "the server did not respond in time: allow more time with --timeout, or try again later")

    /// The server's counts as the user sees the cards. A store that cannot be read knows of no answers, which is reported.
    static func merge(_ server: UserMetrics, _ setup: Setup) -> CardSession.StoreCounts {
        let path = setup.paths.database(profile: setup.config.profile)
        var store = CardSession.StoreCounts()
        do throws(SessionError) { store = try Self.store(setup) ?? store } catch {
            Console.error("cannot count the actions that wait to be sent: \(error.explanation)")
        }
        return merge(server, store, setup, isViewerOpen: CardSession.holder(of: path).map { !$0.isCommand } ?? false)
    }

    private static func merge(
        _ server: UserMetrics, _ store: CardSession.StoreCounts, _ setup: Setup, isViewerOpen: Bool
    ) -> CardSession.StoreCounts {
        merge(server, store, unseenOfStore: isViewerOpen || !setup.config.sendsAnalytics)
    }

    /// The server's counts with what the store knows and the server does not yet: cards that have been answered, and,
    /// if asked for, which ones have been seen.
    static func merge(
        _ server: UserMetrics, _ store: CardSession.StoreCounts, unseenOfStore prefersStore: Bool
    ) -> CardSession.StoreCounts {
        var merged = store
        merged.metrics = UserMetrics()
        for (stream, counts) in server.streams {
            let total = max(0, counts.total - (store.answered[stream] ?? 0))
            var unseen = min(total, counts.unseen)
            if prefersStore, let stored = store.metrics.streams[stream] {
                unseen = min(total, stored.unseen + max(0, total - stored.total))
            }
            if total > 0 { merged.metrics.streams[stream] = UserMetrics.Counts(total: total, unseen: unseen) }
        }
        for (stream, counts) in store.streamsOfSources where server.streams[stream] == nil {
            merged.metrics.streams[stream] = counts
        }
        return merged
    }
}

extension CardSession.StoreCounts {
    /// The numbers of the streams of sources that have cards.
    fileprivate var streamsOfSources: [StreamID: UserMetrics.Counts] {
        metrics.streams.filter { sourceStreams.contains($0.key) && $0.value.total > 0 }
    }
}
