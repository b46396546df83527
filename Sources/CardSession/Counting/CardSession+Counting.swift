import Basics
internal import CardSources
internal import CardStore
public import Cards

extension CardSession {
    /// Observes the number of cards in a stream, whether or not they are shown. The handler is called at once and at
    /// every change, or with an error if the number cannot be known, see ``observeStream(id:configuration:handler:)``.
    ///
    /// - Parameters:
    ///   - interval: The polling interval while the server cannot push; at least a second, 15 seconds by default.
    ///   - filters: Only cards that match all of them are counted.
    /// - Throws: ``RequestError/notLoggedIn(missing:)`` and ``RequestError/invalidArgument(_:)``.
    @discardableResult
    public func observeCardCount(
        in stream: StreamID, interval: Duration = .seconds(15), filters: [CardFilter] = [],
        handler: @escaping @Sendable (Result<Int, RequestError>) -> Void
    ) throws(RequestError) -> ObservationToken {
        try watchCount(stream, interval, filters, handler, onEnd: {})
    }

    /// Like ``observeCardCount(in:interval:filters:handler:)`` as a sequence, which ends at logout.
    ///
    /// - Throws: ``RequestError/notLoggedIn(missing:)`` and ``RequestError/invalidArgument(_:)``.
    public func cardCounts(
        in stream: StreamID, interval: Duration = .seconds(15), filters: [CardFilter] = []
    ) throws(RequestError) -> AsyncStream<Result<Int, RequestError>> {
        let (counts, continuation) = AsyncStream.makeStream(
            of: Result<Int, RequestError>.self, bufferingPolicy: .bufferingNewest(1))
        let token = try watchCount(
            stream, interval, filters, { continuation.yield($0) }, onEnd: { continuation.finish() })
        continuation.onTermination = { _ in token.cancel() }
        return counts
    }

    /// The current number of cards in a stream, observed or not. Asks the server if the stream is not followed; while
    /// the server is unreachable, counts the stored cards.
    ///
    /// - Parameter time: The time limit of the request, 10 seconds by default.
    /// - Throws: ``RequestError``; `network` if the server is unreachable or too slow and the stream was never fully
    ///   synchronised. `CancellationError` in a cancelled task.
    public func cardCount(
        in stream: StreamID, filters: [CardFilter] = [], within time: Duration = .seconds(10)
    ) async throws -> Int {
        do throws(RequestError) {
            try await update(stream, within: time.seconds)
            do throws(StoreError) {
                return try await database.count(in: stream, through: FeedFilter(conditions: filters), at: clock())
            } catch { throw RequestError(error) }
        } catch { throw error.orCancellation }
    }

    /// Future changes of the number of cards in all observed or shown streams, for example for badges. A slow reader
    /// gets only the newest count of each stream; the last one always arrives. Ends at logout.
    ///
    /// - Throws: ``RequestError/notLoggedIn(missing:)``.
    public func cardCountChanges() throws(RequestError) -> AsyncStream<CardCount> {
        try requireLogin()
        let counts = LatestCounts()
        let observer = state.withLock { state in
            state.add { CountListener($0, counts) }
        }
        observer.start(in: self)
        // The stream holds the only reference to the subscription, which ends with it.
        let subscription = CountSubscription(counts) { [weak self, weak observer] in
            guard let self, let observer else { return }
            observer.end(nil)
            forget(observer)
        }
        return AsyncStream { await subscription.counts.next() }
    }

    private func watchCount(
        _ stream: StreamID, _ interval: Duration, _ filters: [CardFilter],
        _ handler: @escaping @Sendable (Result<Int, RequestError>) -> Void, onEnd: @escaping @Sendable () -> Void
    ) throws(RequestError) -> ObservationToken {
        guard interval >= .seconds(1) else {
            throw .invalidArgument("the interval of a card count must be at least 1 second")
        }
        let last = Lock<Int?>(nil)
        let query = FeedQuery(
            streamID: stream, before: 0, after: 0, filter: FeedFilter(conditions: filters))
        return try watch(query, interval: interval.seconds, onEnd: onEnd) { result in
            // Ignore errors: the value only detects changes, and the handler gets the failure itself.
            let count = try? result.get().totalCount
            let isChanged = last.withLock { last in
                defer { last = count }
                return count == nil || last != count
            }
            return { if isChanged { handler(result.map(\.totalCount)) } }
        }
    }

    /// Updates a stream that is not followed yet. Does not fail for an unreachable server if the store has a fully
    /// synchronised copy.
    private func update(_ stream: StreamID, within seconds: Double) async throws(RequestError) {
        try requireLogin()
        let end = ContinuousClock.now + .waiting(seconds, atMost: 3600)
        let link = link(of: stream)
        let failure = await attempt(until: end) { () throws(RequestError) in
            guard let link else {
                throw .network(RequestError.Cause("the source of the stream is not attached", code: .unreachable))
            }
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
