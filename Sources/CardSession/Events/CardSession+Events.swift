import Basics
internal import CardSources
internal import CardStore
public import Cards
internal import FeedSync

/// What happens in a session, for the host to observe and for the publisher's statistics (Atomic SwiftUI SDK guide 25.4,
/// "Observing SDK events").
extension CardSession {
    /// Seconds between two batches of events for the publisher, unless set otherwise.
    public static let eventFlushInterval = AnalyticsSender.standardInterval
    /// The shortest time between two, in seconds.
    public static let leastEventFlushInterval = AnalyticsSender.leastInterval

    // MARK: Observing

    /// Observes what happens, before and after a login, until another observer comes in place of this one: a session has
    /// one at a time.
    ///
    /// - Parameter handler: Called on no particular thread, one call after the other; of events that come faster than it
    ///   returns, the last 1,000 wait.
    @discardableResult
    public func observeEvents(_ handler: @escaping @Sendable (SDKEvent) -> Void) -> ObservationToken {
        observe(EventListener(handler))
    }

    /// The same as a sequence. It ends when another observer comes in its place, and when the session is closed.
    public func events() -> AsyncStream<SDKEvent> {
        let (events, continuation) = AsyncStream.makeStream(of: SDKEvent.self, bufferingPolicy: .bufferingNewest(1000))
        let token = observe(EventListener({ continuation.yield($0) }, onEnd: { continuation.finish() }))
        continuation.onTermination = { _ in token.cancel() }
        return events
    }

    /// Ends the observation, whoever observes.
    public func stopObservingEvents() { replaceListener(nil) }

    private func observe(_ listener: EventListener) -> ObservationToken {
        replaceListener(listener)
        watchFeeds()
        return ObservationToken { [weak self, weak listener] in
            guard let self, let listener else { return }
            if state.withLock({ $0.listener === listener }) { replaceListener(nil) }
        }
    }

    /// Whoever goes is let go of without the lock: what a handler holds may come back here when it is released.
    private func replaceListener(_ next: EventListener?) {
        let (last, stop) = state.withLock { state in
            defer { (state.listener, state.stopFeeds) = (next, nil) }
            return (state.listener, state.stopFeeds)
        }
        stop?()
        last?.end()
    }

    /// Tells the observer, if there is one, of streams that change.
    func watchFeeds() {
        guard state.withLock({ $0.listener != nil }) else { return }
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

    /// Tells of something that only the host sees, as that a video has ended or a subview was opened: to the observer at
    /// once, and to the publisher with the next batch. On disk before this returns, so that a crash loses nothing; at most
    /// 10,000 wait, then the oldest go. What comes after a logout is dropped.
    ///
    /// Answers to cards, and cards that were seen, are told by ``respond(to:in:with:undoWindow:from:)`` and
    /// ``markSeen(_:in:shown:)``.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func report(_ reports: [EventReport]) async throws(SessionError) {
        let (isMuted, life) = (state.withLock { $0.isMuted }, database.life)
        guard !isMuted else { return }
        let events = reports.map { event($0) }
        for event in events { emit(event) }
        try await queue(events.filter(\.report.isAnalytics).map(record), of: life)
    }

    func queue(_ records: [AnalyticsRecord], of life: Int) async throws(SessionError) {
        guard !records.isEmpty, sendsAnalytics else { return }
        let lost: Int
        do throws(StoreError) { lost = try await database.queue(records, of: life) } catch { throw SessionError(error) }
        if lost > 0 {
            warn("events were dropped: too many wait to be sent", ["events": "\(lost)"])
        }
        await link.analytics?.wake()
    }

    /// The same where nobody waits for it.
    func raise(_ report: EventReport) {
        Task { await record(report) }
    }

    /// The same where nobody can do anything about a failure.
    func record(_ report: EventReport) async {
        do throws(SessionError) { try await self.report([report]) } catch {
            warn(
                "an event is not kept", ["event": report.detail.kind.rawValue, "reason": error.explanation])
        }
    }

    // MARK: Sending

    /// Sends all events that wait for the publisher, now.
    ///
    /// - Throws: ``RequestError/notLoggedIn(missing:)``; ``RequestError/network(_:)`` and ``RequestError/data(_:)``, where
    ///   they wait on.
    public func flushEvents() async throws(RequestError) {
        try requireLogin()
        try await sendEvents()
    }

    /// The same for so many seconds at most; what is not sent by then waits on.
    ///
    /// - Throws: ``RequestError``, as there.
    package func flushEvents(within seconds: Double) async throws(RequestError) {
        try requireLogin()
        let end = ContinuousClock.now + .waiting(seconds, atMost: 3600)
        let failure = await attempt(until: end) { [self] () throws(RequestError) in try await sendEvents() }
        if let failure { throw failure }
    }

    /// Takes over what another program made for the publisher and could not send.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    package func adopt(_ records: [AnalyticsRecord]) async throws(SessionError) {
        try await queue(records, of: database.life)
    }

    /// How many events wait to be sent.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func waitingEvents() async throws(SessionError) -> Int {
        do { return try await database.queuedRecordCount() } catch { throw SessionError(error) }
    }

    /// Turns off, and on again, what the publisher is told besides answers: nothing of it is kept or sent while it is off; the
    /// observer of events is told all the same. For before the first connection.
    package func setAnalytics(_ isOn: Bool) { state.withLock { $0.sendsAnalytics = isOn } }

    var sendsAnalytics: Bool { state.withLock { $0.sendsAnalytics && $0.acceptsAnalytics } }

    func sendEvents() async throws(RequestError) {
        guard sendsAnalytics else { return }
        guard let sender = await link.analytics else { throw .network(RequestError.Cause("there is no connection")) }
        do throws(SourceError) { try await sender.flush() } catch { throw RequestError(error) }
    }

    /// Sets how many seconds after an event a batch is sent: 30 at first, 366 days at most; more counts as that. Stays for the
    /// next login, too.
    ///
    /// - Throws: ``RequestError/invalidArgument(_:)`` for less than 5, and for what is no number or infinite.
    public func setEventFlushInterval(_ seconds: Double) async throws(RequestError) {
        guard seconds >= Self.leastEventFlushInterval, seconds.isFinite else {
            throw .invalidArgument("events are sent every \(Int(Self.leastEventFlushInterval)) seconds at most")
        }
        state.withLock { $0.flushInterval = seconds }
        await link.analytics?.setInterval(seconds)
    }
}
