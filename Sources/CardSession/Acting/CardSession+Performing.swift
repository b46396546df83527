import Basics
internal import CardSources
internal import CardStore
package import Cards

internal import struct Foundation.UUID

extension CardSession {
    /// Does the same as ``perform(_:within:from:)`` for a response that is made already, as a command does that has checked
    /// a form.
    ///
    /// - Parameter seconds: How long to wait for the server's word; nil does not wait, and needs no login.
    /// - Throws: ``RequestError``, as there.
    @discardableResult
    package func perform(
        _ response: CardResponse, on card: CardID, in stream: StreamID, within seconds: Double?,
        from origin: ResponseOrigin = ResponseOrigin()
    ) async throws(RequestError) -> ActionOutcome {
        if seconds != nil { try requireLogin() }
        let end = ContinuousClock.now + .waiting(seconds ?? 0, atMost: 3600)
        // A token is there within 5 seconds, or there is none.
        try await awaitAdmission(until: seconds == nil ? .now + .seconds(5) : end)
        let key = ActionKey(UUID())
        let action = database.awaitEnd(of: key)
        defer { database.forget(action) }
        do throws(SessionError) {
            try await respond(to: card, in: stream, with: response, key: key, from: origin)
        } catch { throw RequestError(error) }
        guard seconds != nil else { return .queued }
        // Somebody waits for this: not until the next try by itself, which may be half a minute away.
        if isOffline { await link.refresh() }
        return try await outcome(of: action, until: end)
    }

    private var isOffline: Bool {
        if case .offline? = state.withLock({ $0.status?.connection }) { true } else { false }
    }

    /// Whether the connection has met what waiting does not mend, as a policy that denies it.
    private var isStopped: Bool {
        if case .stopped? = state.withLock({ $0.status?.connection }) { true } else { false }
    }

    /// Waits for the server's word on an action.
    private func outcome(
        of action: AwaitedAction, until end: ContinuousClock.Instant
    ) async throws(RequestError) -> ActionOutcome {
        var outcome: ActionOutcome?
        try await wait(until: end) { () throws(RequestError) in
            outcome = try await outcomeByNow(of: action)
            if outcome != nil || isStopped { return true }
            // As a policy that denies it: an answer that waiting does not change.
            if case .data = await link.failure(of: action.key) { return true }
            return false
        }
        if let outcome { return outcome }
        // The store does nothing for a task that is cancelled, and what was begun has to be taken back.
        let isCancelled = Task.isCancelled
        let ending = Task { () async -> Result<ActionOutcome, RequestError> in
            do throws(RequestError) { return .success(try await giveUp(action, isCancelled: isCancelled)) } catch {
                return .failure(error)
            }
        }
        return try await ending.value.get()
    }

    /// Nil while there is no word on it.
    private func outcomeByNow(of action: AwaitedAction) async throws(RequestError) -> ActionOutcome? {
        do throws(StoreError) {
            let standing = try await database.standing(of: action)
            // Whoever called is told of it: nobody else has to decide about it. By that it ends.
            if case .refused = standing {
                try await database.discard(action.key, at: clock())
                await link.outboxChanged()
            }
        } catch {
            switch error {
            // The store does nothing for a task that is cancelled.
            case .cancelled: return nil
            case .closed:
                throw .aborted(
                    RequestError.Cause(
                        "the session was closed; what waits is sent by the next one over the same file",
                        isPending: database.folder != nil))
            default: throw RequestError(error)
            }
        }
        return try action.end.map { end throws(RequestError) in try Self.outcome(of: end, answer: action.answer) }
    }

    /// Takes it back, where it has not left.
    private func giveUp(_ action: AwaitedAction, isCancelled: Bool) async throws(RequestError) -> ActionOutcome {
        let key = action.key
        // Why nobody answers, where that is known. Asked for before it is taken back.
        var trouble = await link.failure(of: key)
        if trouble == nil { trouble = connectionTrouble }
        let withdrawal: Withdrawal
        do throws(StoreError) { withdrawal = try await database.withdraw(key, at: clock()) } catch {
            throw RequestError(error)
        }
        let reason = isCancelled ? "cancelled" : trouble?.underlyingError?.reason ?? "no answer in time"
        switch withdrawal {
        case .withdrawn:
            await link.outboxChanged()
            let cause = RequestError.Cause("\(reason); nothing was done")
            if isCancelled { throw .aborted(cause) }
            if case .data = trouble { throw .data(cause) }
            throw .network(cause)
        case .underWay:
            throw .network(
                RequestError.Cause(
                    "\(reason); it is under way, and sent again until there is an answer",
                    underlying: [RequestError.Cause(reason)], isPending: true))
        case .settled:
            // It came to its end, or was refused, in this very moment.
            if let outcome = try await outcomeByNow(of: action) { return outcome }
            // Or it got another key meanwhile, under which it waits.
            if action.key != key { return try await giveUp(action, isCancelled: isCancelled) }
            throw .data(RequestError.Cause("nobody can tell what became of it"))
        }
    }

    private static func outcome(of end: ActionEnd, answer: SourceRefusal?) throws(RequestError) -> ActionOutcome {
        func cause(_ reason: String) -> RequestError.Cause {
            RequestError.Cause(reason, httpStatus: answer?.status, problem: answer?.name)
        }
        switch end {
        case .accepted, .lapsed: return .delivered
        case .superseded:
            let words = answer?.explanation ?? "The card is closed."
            throw .data(cause("\(words) Nothing was done."))
        case .discarded(let reason): throw .data(cause(reason))
        case .withdrawn: throw .aborted(RequestError.Cause("taken back before it was sent; nothing was done"))
        case .purged(false): throw .aborted(RequestError.Cause("logged out before it was sent; nothing was done"))
        case .purged(true):
            throw .network(RequestError.Cause("logged out before the server answered; it may have been done"))
        }
    }
}
