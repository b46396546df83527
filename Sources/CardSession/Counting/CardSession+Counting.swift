import Basics
internal import CardSources
internal import CardStore
public import Cards

extension CardSession {
    /// Watches how many cards of a stream there are, whether or not anything shows them. The handler gets the number at
    /// once and whenever it changes, or an error where it cannot be known, see
    /// ``observeStream(id:configuration:handler:)``.
    ///
    /// - Parameters:
    ///   - interval: Seconds between two looks while the server cannot push; at least 1.
    ///   - filters: Only cards that meet all of them count.
    /// - Throws: ``RequestError/notLoggedIn(missing:)`` and ``RequestError/invalidArgument(_:)``.
    @discardableResult
    public func observeCardCount(
        of stream: StreamID, interval: Double = 15, filters: [CardFilter] = [],
        handler: @escaping @Sendable (Result<Int, RequestError>) -> Void
    ) throws(RequestError) -> ObservationToken {
        try watchCount(stream, interval, filters, handler, onEnd: {})
    }

    /// The same as a sequence, which ends with a logout. The interval is in seconds.
    ///
    /// - Throws: ``RequestError/notLoggedIn(missing:)`` and ``RequestError/invalidArgument(_:)``.
    public func cardCounts(
        of stream: StreamID, interval: Double = 15, filters: [CardFilter] = []
    ) throws(RequestError) -> AsyncStream<Result<Int, RequestError>> {
        let (counts, continuation) = AsyncStream.makeStream(
            of: Result<Int, RequestError>.self, bufferingPolicy: .bufferingNewest(1))
        let token = try watchCount(
            stream, interval, filters, { continuation.yield($0) }, onEnd: { continuation.finish() })
        continuation.onTermination = { _ in token.cancel() }
        return counts
    }

    /// How many cards a stream has now, whether or not anybody observes it: the server is asked where the cards do not come
    /// by themselves. While it is away, those are counted that are here.
    ///
    /// - Parameter seconds: How long that may take.
    /// - Throws: ``RequestError``, of kind `network` where the server is away, or takes longer, and the stream was never
    ///   here in full.
    public func cardCount(
        of stream: StreamID, filters: [CardFilter] = [], within seconds: Double = 10
    ) async throws(RequestError) -> Int {
        try await update(stream, within: seconds)
        do throws(StoreError) {
            return try await database.count(in: stream, through: FeedFilter(conditions: filters), at: clock())
        } catch { throw RequestError(error) }
    }

    /// The changes of the number of cards of any stream that is observed or shown, for badges and the like, from now on. Who
    /// reads more slowly than they come gets the newest of each stream: the last number always arrives. Ends with a logout.
    ///
    /// - Throws: ``RequestError/notLoggedIn(missing:)``.
    public func cardCountChanges() throws(RequestError) -> AsyncStream<CardCount> {
        try requireLogin()
        let counts = LatestCounts()
        let observer = state.withLock { state in
            state.add { CountListener($0, counts) }
        }
        observer.start(in: self)
        // The sequence has the only reference to it.
        let subscription = CountSubscription(counts) { [weak self, weak observer] in
            guard let self, let observer else { return }
            observer.end(nil)
            forget(observer)
        }
        return AsyncStream { await subscription.counts.next() }
    }

    private func watchCount(
        _ stream: StreamID, _ interval: Double, _ filters: [CardFilter],
        _ handler: @escaping @Sendable (Result<Int, RequestError>) -> Void, onEnd: @escaping @Sendable () -> Void
    ) throws(RequestError) -> ObservationToken {
        guard interval >= 1, interval.isFinite else {
            throw .invalidArgument("the interval of a card count is at least 1 second")
        }
        let last = Lock<Int?>(nil)
        let query = FeedQuery(
            streamID: stream, before: 0, after: 0, filter: FeedFilter(conditions: filters))
        return try watch(query, interval: interval, onEnd: onEnd) { result in
            // Only for telling news apart: the handler gets the failure itself.
            let count = try? result.get().totalCount
            let isNews = last.withLock { last in
                defer { last = count }
                return count == nil || last != count
            }
            return { if isNews { handler(result.map(\.totalCount)) } }
        }
    }

    /// Brings a stream up to date that is not followed, or not yet. What was here in full before does where the server is
    /// away.
    private func update(_ stream: StreamID, within seconds: Double) async throws(RequestError) {
        try requireLogin()
        let end = ContinuousClock.now + .waiting(seconds, atMost: 3600)
        let failure = await attempt(until: end) { [link] () throws(RequestError) in
            do throws(SourceError) { try await link.update(stream) } catch { throw RequestError(error) }
        }
        guard let failure else { return }
        if case .network = failure, isAdmitted {
            do throws(StoreError) {
                if try await database.syncRecord(of: stream).lastSyncedAt != nil { return }
            } catch { throw RequestError(error) }
        }
        throw failure
    }
}
