internal import CardStore
internal import Cards

extension CardSession {
    /// Seconds that sending what waits may take at a logout.
    static let farewell = 5.0

    /// Ends the login: sends what waits, forgets the token, the cards, the actions and everything else that was kept,
    /// and ends whoever observes. Then another login may follow.
    ///
    /// Everything is purged in any case, also without a network: what was sent to a user must not stay because a server
    /// is away. The error tells what could not be sent before.
    ///
    /// - Throws: ``RequestError/notLoggedIn(missing:)``; ``RequestError/aborted(_:)`` when another logout is under way or
    ///   the task was cancelled, with nothing done; ``RequestError/network(_:)`` or ``RequestError/data(_:)`` after the
    ///   purge, for what was not sent.
    public func logout() async throws(RequestError) {
        try requireLogin()
        if Task.isCancelled { throw .aborted(RequestError.Cause("cancelled")) }
        let isFirst = state.withLock { state in
            defer { state.isLoggingOut = true }
            return !state.isLoggingOut
        }
        guard isFirst else { throw .aborted(RequestError.Cause("another logout is under way")) }
        log(.operations, "logging out")
        let unsent = await sendEverything()
        await link.disconnect(within: Self.farewell)
        let observers = state.withLock { state in
            let observers = Array(state.observers.values)
            state.credentials = SessionState.Credentials()
            state.isLoggedIn = false
            state.isLoggingOut = false
            state.life += 1
            state.status = nil
            state.streams = []
            state.intervals = [:]
            state.observers = [:]
            return observers
        }
        for observer in observers { observer.end(.notLoggedIn(missing: "a login")) }
        do throws(StoreError) { try await database.purge() } catch { throw RequestError(error) }
        if let unsent { throw unsent }
    }

    /// What could not be sent; nil when all was.
    private func sendEverything() async -> RequestError? {
        do throws(SessionError) { try await sendHeld(within: Self.farewell) } catch { return RequestError(error) }
        let clock = ContinuousClock()
        let end = clock.now + .seconds(Self.farewell)
        while true {
            let waiting: Int
            do throws(StoreError) { waiting = try await database.outboxCounts().waiting } catch {
                return RequestError(error)
            }
            guard waiting > 0 else { return nil }
            guard clock.now < end, await link.isOnline, !Task.isCancelled else {
                return .network(
                    RequestError.Cause("\(waiting) \(waiting == 1 ? "action was" : "actions were") not sent"))
            }
            // A cancelled sleep ends the wait above.
            try? await Task.sleep(for: .milliseconds(10))
        }
    }
}
