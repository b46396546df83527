internal import AppRuntime
internal import Basics
internal import CardSession
internal import Cards
internal import FeedAPI

/// The numbers of `cardstream status`, `count` and `metrics`: the feed's numbers, or else the last known numbers in the
/// store (``lastKnown(_:of:after:)``).
struct StatusNumbers: Equatable {
    var counts: CardSession.StoreCounts
    /// Whether the feed did not respond, so that the numbers may have changed.
    var isOld = false
    /// Whether no cards can exist yet: the configuration has no server and no sources, and there is no feed and no
    /// store.
    var isUnused = false

    init(_ counts: CardSession.StoreCounts, isOld: Bool = false) {
        self.counts = counts
        self.isOld = isOld
    }

    /// Reads the numbers.
    ///
    /// - Parameters:
    ///   - streams: The wanted streams; nil for all.
    ///   - timeout: The maximum time to wait for the feed.
    /// - Throws: ``CommandFailure`` if neither the feed nor the store knows the numbers.
    init(_ setup: Setup, of streams: [StreamID]?, within timeout: Duration) throws {
        let path = setup.paths.database(profile: setup.config.profile)
        let store = try Self.store(setup)
        // An open viewer writes into the store immediately what its user sees and does, and reports it to the server
        // later.
        let isViewerOpen = CardSession.holder(of: path).map { !$0.isCommand } ?? false
        // `token_command` may ask for a password, and a status bar runs `cardstream status` every few seconds.
        if setup.config.server != nil, case .command = setup.tokenSource {
            self = try Self.lastKnown(store, of: streams, after: Self.unasked)
            isOld = !isViewerOpen
            return
        }
        do {
            let metrics = try Self.ask(setup, within: timeout)
            let known = store ?? CardSession.StoreCounts()
            self.init(Self.merge(metrics, known, setup, isViewerOpen: isViewerOpen))
            // Sources are not contacted. Their numbers are current only if an open viewer follows them.
            isOld = !isViewerOpen && known.streamsOfSources.contains { streams?.contains($0.key) ?? true }
            isUnused =
                setup.config.server == nil && setup.config.sources.isEmpty && store == nil
                && !ProfileServer(setup).hasFeed
        } catch {
            let failure = CommandFailure(error)
            self = try Self.lastKnown(store, of: streams, after: failure)
            // A status bar runs this every few seconds, and the tilde already shows that the server did not respond.
            if failure.status != .network { Self.report(failure) }
        }
    }

    private static let unasked = CommandFailure(
        .network,
        "the number of cards is not known yet, because `cardstream status` does not run token_command: open the viewer "
            + "once, or use `cardstream count`")

    /// The numbers from the feed's last response.
    ///
    /// - Parameters:
    ///   - streams: The wanted streams; nil for all.
    ///   - failure: Why the feed does not respond now.
    /// - Throws: The failure, if no numbers were ever received, because 0 would mean that no cards are waiting.
    static func lastKnown(
        _ store: CardSession.StoreCounts?, of streams: [StreamID]?, after failure: CommandFailure
    ) throws(CommandFailure) -> StatusNumbers {
        let known = store?.metrics.streams ?? [:]
        guard let store, streams.map({ $0.contains { known[$0] != nil } }) ?? !known.isEmpty else { throw failure }
        return StatusNumbers(store, isOld: true)
    }

    /// The last known numbers in the profile's store. Reports the failure on standard error.
    static func lastKnown(
        _ setup: Setup, of streams: [StreamID]?, after failure: CommandFailure
    ) throws -> StatusNumbers {
        let numbers = try lastKnown(store(setup), of: streams, after: failure)
        report(failure)
        return numbers
    }

    /// The counts of the profile's store. Nil if there is no store, or if its cards belong to a different account than
    /// the configured one, as after a login while a viewer was open.
    private static func store(_ setup: Setup) throws(SessionError) -> CardSession.StoreCounts? {
        let counts = try CardSession.storeCounts(at: setup.paths.database(profile: setup.config.profile))
        return counts.flatMap { counts in
            counts.owner.map { ProfileAccount.isOfSource($0, setup) } ?? true ? counts : nil
        }
    }

    private static func report(_ failure: CommandFailure) {
        Console.error("\(failure.message) (these are the last known numbers)")
    }

    /// The numbers of these streams alone.
    func limited(to streams: [StreamID]) -> StatusNumbers {
        var numbers = self
        numbers.counts.metrics = UserMetrics(streams: counts.metrics.streams.filter { streams.contains($0.key) })
        return numbers
    }

    /// Adds JSON members that say that the numbers may have changed, and since when.
    func describe(in object: inout JSONObject) {
        guard isOld else { return }
        object["old"] = .bool(true)
        if let time = counts.syncedAt { object["synced"] = .string(time.rfc3339) }
    }

    /// The prefix of a number: a tilde if it may have changed, otherwise empty.
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

    /// The server's counts, corrected by the store's unsent actions. If the store cannot be read, this is reported, and
    /// the counts are not corrected.
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

    /// The server's counts, corrected by changes in the store that the server does not know yet: cards that were
    /// answered and, if `prefersStore` is set, cards that were seen.
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
