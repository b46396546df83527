import Basics
internal import CardSources
internal import CardStore
internal import Cards

extension CardSession {
    /// The default time limit for sending queued data at logout, 5 seconds.
    public static let logoutTime = Duration.seconds(5)

    /// Logs out: sends queued actions and events; removes the token, cards, actions and all other stored data,
    /// including those of attached sources, which are detached; and ends all observations of cards. Another login may
    /// follow (Atomic SwiftUI SDK guide 25.4, "Logging out the current user").
    ///
    /// All data is removed even without a network: it must not stay because a server is unreachable. The error lists
    /// everything that could not be sent, with the causes in ``RequestError/Cause/underlying``. Other requests during
    /// the logout throw ``RequestError/aborted(_:)``.
    ///
    /// If the task is cancelled while sending, the logout stops: nothing is removed, and the session stays logged in.
    /// Once the deregistration of the device has begun, cancellation has no effect.
    ///
    /// - Parameters:
    ///   - deregisterNotifications: Whether to deregister the device of ``registerDevice(_:)``; false by default.
    ///   - time: The time limit for sending: ``logoutTime`` by default, an hour at most.
    /// - Throws: ``RequestError/notLoggedIn(missing:)``; ``RequestError/aborted(_:)`` when another logout is in
    ///   progress; `CancellationError` if the task was cancelled in time, with nothing removed; ``RequestError/network(_:)``
    ///   or ``RequestError/data(_:)`` after the removal, for unsent data or if the removal itself failed.
    public func logout(
        deregisterNotifications: Bool = false, within time: Duration = logoutTime
    ) async throws {
        do throws(RequestError) {
            try requireLogin()
            if Task.isCancelled { throw .aborted(RequestError.Cause("cancelled", code: .cancelled)) }
            let isFirst = state.withLock { state in
                defer { state.isLoggingOut = true }
                return !state.isLoggingOut
            }
            guard isFirst else { throw .loggingOut }
            log(.operations, "logging out")
            let end = ContinuousClock.now + .waiting(time.seconds, atMost: 3600)
            // Actions come first, because each becomes an event once the server has accepted it.
            let lost = [await sendActions(until: end), await sendEvents(until: end)]
            if Task.isCancelled {
                state.withLock { $0.isLoggingOut = false }
                throw .aborted(
                    RequestError.Cause("cancelled; you are still logged in, and nothing was removed", code: .cancelled))
            }
            // The store does nothing in a cancelled task, but the removal must not stay half done.
            let ending = Task { () async -> Result<Void, RequestError> in
                let isRegistered = deregisterNotifications ? await deregisterDevice(until: end) : nil
                var problems = lost + [isRegistered]
                do throws(RequestError) { try await forgetEverything() } catch { problems.insert(error, at: 0) }
                return RequestError(of: problems.compactMap(\.self)).map { .failure($0) } ?? .success(())
            }
            try await ending.value.get()
        } catch { throw error.orCancellation }
    }

    /// Ends the connection, the login and all observations, and clears the store.
    private func forgetEverything() async throws(RequestError) {
        // Invalidates a connection that is being made.
        let attached = state.withLock { state in
            defer { state.attached = [] }
            _ = state.accessGate.next()
            return state.attached.map(\.link)
        }
        await link.disconnect(within: Self.logoutTime.seconds)
        for link in attached { await link.disconnect(within: Self.logoutTime.seconds) }
        let observers = state.withLock { state in
            let observers = Array(state.observers.values)
            state.credentials = SessionState.Credentials()
            state.accessGate.end()
            state.identify = nil
            state.isLoggedIn = false
            state.isLoggingOut = false
            state.isMuted = true
            if state.status != nil {
                state.statusReaders.send(SyncStatus(connection: .stopped(.authentication("logged out"))))
            }
            state.status = nil
            state.connectionStatus = nil
            state.onStatus = nil
            state.streams = []
            state.intervals = [:]
            state.observers = [:]
            state.hostContext = [:]
            state.userID = nil
            state.tokenMark = nil
            state.device = nil
            return observers
        }
        for observer in observers { observer.end(.notLoggedIn(missing: "a login")) }
        try await purge()
    }

    /// Removes all stored data without sending anything.
    package func purge() async throws(RequestError) {
        do throws(StoreError) { try await database.purge() } catch {
            // Not `aborted`, which would mean that nothing was done.
            if case .closed = error {
                throw .data(
                    RequestError.Cause("the session was closed before its store was emptied", code: .sessionClosed))
            }
            throw RequestError(error)
        }
    }

    /// The number of actions that wait to be sent.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    package func waitingActions() async throws(SessionError) -> Int {
        do throws(StoreError) { return try await database.outboxCounts().waiting } catch { throw SessionError(error) }
    }

    /// Sends the queued actions before a logout that must not lose any.
    ///
    /// - Parameter seconds: The time limit.
    /// - Throws: ``RequestError/network(_:)`` or ``RequestError/data(_:)`` if actions could not be sent. They stay in the store.
    package func sendActions(within seconds: Double) async throws(RequestError) {
        if let failure = await sendActions(until: .now + .waiting(seconds, atMost: 3600)) { throw failure }
    }

    /// Sends the queued actions. Returns the error for those that could not be sent, or nil.
    private func sendActions(until end: ContinuousClock.Instant) async -> RequestError? {
        do throws(SessionError) { try await sendHeld(within: end.timeLeft) } catch { return RequestError(error) }
        do throws(StoreError) {
            var waiting = try await database.outboxCounts().waiting
            try await wait(until: end) { () throws(StoreError) in
                waiting = try await database.outboxCounts().waiting
                guard waiting > 0 else { return true }
                // Do not wait for a source that cannot be reached: its actions are lost.
                for source in await onlineSources
                where try await database.outboxCounts(of: source).waiting > 0 { return false }
                return true
            }
            guard waiting > 0 else { return nil }
            let isLate = ContinuousClock.now >= end
            let cause = isLate ? RequestError.Cause.noResponse : .noConnection
            let failure = connectionTrouble() ?? .network(cause)
            return failure.prefixed("\(waiting) \(waiting == 1 ? "action was" : "actions were") not sent")
        } catch {
            // The logout itself reports the cancellation.
            return RequestError(error)
        }
    }

    /// Sends the queued events. Returns the error for those that could not be sent, or nil. A source that does not
    /// accept events is not an error.
    private func sendEvents(until end: ContinuousClock.Instant) async -> RequestError? {
        let failure = await attempt(until: end) { [self] () throws(RequestError) in try await sendEvents() }
        guard let failure, failure.underlyingError?.isAboutAbility != true else { return nil }
        // Ignore errors: if the count cannot be read, or is 0, there is no loss to report.
        guard let waiting = try? await database.queuedRecordCount(), waiting > 0 else { return nil }
        let words = "\(waiting) \(waiting == 1 ? "event was" : "events were") not sent"
        return failure.prefixed(words)
    }

    private func deregisterDevice(until end: ContinuousClock.Instant) async -> RequestError? {
        guard let device = state.withLock({ $0.device }) else { return nil }
        return await attempt(until: end) { [self] () throws(RequestError) in
            _ = try await withAbility("devices", { $0 as? any DeviceSource }) { source throws(SourceError) in
                try await source.deregisterDevice(device)
            }
        }?.prefixed("the device is still registered")
    }

    /// Runs an operation until the deadline. Returns the reason if it was not done, or nil.
    func attempt(
        until end: ContinuousClock.Instant, _ work: @escaping @Sendable () async throws(RequestError) -> Void
    ) async -> RequestError? {
        let outcome: Result<Void, RequestError>? = await firstResult(
            of: {
                do throws(RequestError) { return .success(try await work()) } catch { return .failure(error) }
            },
            {
                // Cancellation only means that the timer is no longer needed.
                try? await Task.sleep(until: end, clock: .continuous)
                return .failure(.network(.noResponse))
            })
        switch outcome {
        case .success: return nil
        case .failure(let error): return error
        case nil: return .aborted(RequestError.Cause("cancelled", code: .cancelled))
        }
    }
}

extension ContinuousClock.Instant {
    /// The time until this instant, at least zero.
    fileprivate var timeLeft: Duration { max(.zero, ContinuousClock.now.duration(to: self)) }
}

extension RequestError {
    static let loggingOut = RequestError.aborted(Cause("a logout is under way", code: .loggingOut))
    static let sessionClosed = RequestError.aborted(Cause("the session is closed", code: .sessionClosed))

    /// Combines errors into one with the kind of the first; nil if there are none.
    fileprivate init?(of errors: [RequestError]) {
        guard let first = errors.first else { return nil }
        let causes = errors.compactMap(\.underlyingError)
        guard errors.count > 1 else {
            self = first
            return
        }
        self = first.replacingCause(
            Cause(causes.map(\.reason).joined(separator: "; "), code: causes[0].code, underlying: causes))
    }

    /// The same error with a consequence before its reason: "1 action was not sent: …".
    fileprivate func prefixed(_ words: String) -> RequestError {
        guard let cause = underlyingError else { return self }
        return replacingCause(
            Cause(
                "\(words): \(cause.reason)", code: .unsent, httpStatus: cause.httpStatus, problem: cause.problem,
                underlying: [cause]))
    }

    private func replacingCause(_ cause: Cause) -> RequestError {
        switch self {
        case .network: .network(cause)
        case .data: .data(cause)
        case .aborted: .aborted(cause)
        case .notLoggedIn, .invalidArgument: self
        }
    }
}
