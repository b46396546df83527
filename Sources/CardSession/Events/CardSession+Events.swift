import Basics
internal import CardSources
internal import CardStore
public import Cards
internal import FeedSync

/// Events of a session, for the host's observer and the publisher's analytics (Atomic SwiftUI SDK guide 25.4,
/// "Observing SDK events").
extension CardSession {
    /// The default interval between two batches of events for the publisher, 30 seconds.
    public static let eventFlushInterval = Duration.seconds(AnalyticsSender.standardInterval)
    /// The minimum interval between two batches, 5 seconds.
    public static let minimumEventFlushInterval = Duration.seconds(AnalyticsSender.leastInterval)

    // MARK: Observing

    /// Observes events before and after a login, until the token is cancelled. Any number of observers get every event.
    ///
    /// - Parameter handler: Called on any thread, one call at a time; if events arrive faster than it returns, the last
    ///   1,000 are queued.
    @discardableResult
    public func observeEvents(_ handler: @escaping @Sendable (SDKEvent) -> Void) -> ObservationToken {
        observe(EventListener(handler))
    }

    /// Events as a sequence, which ends when the session is closed. Any number of sequences get every event.
    public func events() -> AsyncStream<SDKEvent> {
        let (events, continuation) = AsyncStream.makeStream(of: SDKEvent.self, bufferingPolicy: .bufferingNewest(1000))
        let token = observe(EventListener({ continuation.yield($0) }, onEnd: { continuation.finish() }))
        continuation.onTermination = { _ in token.cancel() }
        return events
    }

    /// Removes all observers, and ends their sequences.
    public func stopObservingEvents() { removeListeners { _ in true } }

    private func observe(_ listener: EventListener) -> ObservationToken {
        let (isClosed, isFirst) = state.withLock { state in
            if !state.isClosed { state.listeners.append(listener) }
            return (state.isClosed, state.listeners.count == 1)
        }
        if isClosed { listener.end() } else if isFirst { watchFeeds() }
        return ObservationToken { [weak self, weak listener] in
            guard let self, let listener else { return }
            removeListeners { $0 === listener }
        }
    }

    /// Removes listeners and ends them. They are released outside the lock, because releasing what their handlers
    /// capture may call back into the session.
    private func removeListeners(_ isRemoved: (EventListener) -> Bool) {
        let (removed, stop) = state.withLock { state in
            let removed = state.listeners.filter(isRemoved)
            state.listeners.removeAll(where: isRemoved)
            guard state.listeners.isEmpty else { return (removed, nil as (@Sendable () -> Void)?) }
            defer { state.stopFeeds = nil }
            return (removed, state.stopFeeds)
        }
        stop?()
        for listener in removed { listener.end() }
    }

    /// If there are observers of events, emits an event whenever an observed stream changes.
    func watchFeeds() {
        guard state.withLock({ !$0.listeners.isEmpty }) else { return }
        let stop = database.observeFeeds { [weak self] stream, count in
            guard let self else { return }
            emit(event(EventReport(.cardFeedUpdated(cardCount: count), streamID: stream)))
        }
        let last = state.withLock { state in
            defer { state.stopFeeds = stop }
            return state.stopFeeds
        }
        last?()
    }

    // MARK: Reporting

    /// Reports something that only the host can see, such as the end of a video or an opened subview. Observers get the
    /// event at once, the publisher with the next batch. The events are on disk before this returns; when 10,000 are
    /// queued, the oldest are dropped. Reports after a logout are ignored.
    ///
    /// Answers and seen cards are reported by ``enqueue(_:undoWindow:from:)`` and ``markSeen(_:in:shown:)``.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func report(_ reports: [EventReport]) async throws(SessionError) {
        let (isMuted, ownerEpoch) = (state.withLock { $0.isMuted }, database.ownerEpoch)
        guard !isMuted else { return }
        let events = reports.map { event($0) }
        for event in events { emit(event) }
        try await queue(events.filter(\.report.isAnalytics).map(record), of: ownerEpoch)
    }

    func queue(_ records: [AnalyticsRecord], of ownerEpoch: Int) async throws(SessionError) {
        let records = state.withLock { state in records.filter { state.sendsAnalytics(of: $0.streamID) } }
        guard !records.isEmpty else { return }
        let lost: Int
        do throws(StoreError) { lost = try await database.queue(records, of: ownerEpoch) } catch {
            throw SessionError(error)
        }
        if lost > 0 {
            warn("events were dropped: too many are waiting to be sent", ["events": "\(lost)"])
        }
        await sendEventsSoon()
    }

    /// Reports an event without waiting for it to be stored.
    func raise(_ report: EventReport) {
        Task { await record(report) }
    }

    /// Reports an event and logs a failure, which the caller cannot handle.
    func record(_ report: EventReport) async {
        do throws(SessionError) { try await self.report([report]) } catch {
            warn(
                "an event could not be stored", ["event": report.detail.kind.rawValue, "reason": error.explanation])
        }
    }

    // MARK: Sending

    /// Sends all queued events to the publisher now.
    ///
    /// - Throws: ``RequestError/notLoggedIn(missing:)``; ``RequestError/network(_:)`` and ``RequestError/data(_:)``,
    ///   after which the events stay queued.
    public func flushEvents() async throws {
        do throws(RequestError) {
            try requireLogin()
            try await sendEvents()
        } catch { throw error.orCancellation }
    }

    /// Sends all queued events within a time limit in seconds; unsent ones stay queued.
    ///
    /// - Throws: The same errors as ``flushEvents()``.
    package func flushEvents(within seconds: Double) async throws(RequestError) {
        try requireLogin()
        let end = ContinuousClock.now + .waiting(seconds, atMost: 3600)
        let failure = await attempt(until: end) { [self] () throws(RequestError) in try await sendEvents() }
        if let failure { throw failure }
    }

    /// Queues events for the publisher that another program created but could not send.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    package func adopt(_ records: [AnalyticsRecord]) async throws(SessionError) {
        try await queue(records, of: database.ownerEpoch)
    }

    /// The number of queued events.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func waitingEvents() async throws(SessionError) -> Int {
        do { return try await database.queuedRecordCount() } catch { throw SessionError(error) }
    }

    /// Turns analytics other than answers on or off. While off, nothing is stored or sent; the observer still gets all
    /// events. Call it before the first connection.
    package func setAnalytics(_ isOn: Bool) { state.withLock { $0.sendsAnalytics = isOn } }

    /// Whether the publisher of a stream's cards receives events. Without a stream, this concerns the connection's
    /// publisher.
    func sendsAnalytics(of stream: StreamID? = nil) -> Bool { state.withLock { $0.sendsAnalytics(of: stream) } }

    func sendEvents() async throws(RequestError) {
        let senders = state.withLock { state in
            (state.isLoggedIn && state.sendsAnalytics(of: nil) ? [link] : [])
                + state.attached.filter { state.sendsAnalytics && $0.acceptsAnalytics }.map(\.link)
        }
        for link in senders {
            guard let sender = await link.analytics else {
                throw .network(.noConnection)
            }
            do throws(SourceError) { try await sender.flush() } catch { throw RequestError(error) }
        }
    }

    /// Sets how long after an event a batch is sent: 30 seconds by default, limited to 366 days. It also applies to later
    /// logins.
    ///
    /// - Throws: ``RequestError/invalidArgument(_:)`` for values below ``minimumEventFlushInterval``.
    public func setEventFlushInterval(_ interval: Duration) async throws(RequestError) {
        guard interval >= Self.minimumEventFlushInterval else {
            throw .invalidArgument(
                "the flush interval must be at least \(Int(Self.minimumEventFlushInterval.seconds)) seconds")
        }
        let seconds = interval.seconds
        state.withLock { $0.flushInterval = seconds }
        for link in links { await link.analytics?.setInterval(seconds) }
    }
}
