import Basics
internal import CardSources
internal import CardStore
package import Cards

internal import struct Foundation.UUID

extension CardSession {
    /// Performs a response that is already made, such as one from a form that a command has checked. Otherwise like
    /// ``perform(_:within:from:)``.
    ///
    /// - Parameters:
    ///   - seconds: How long to wait for the server's answer; nil does not wait and needs no login.
    ///   - keeps: Whether the action stays queued when there is no response in time, rather than being withdrawn.
    /// - Throws: The same errors as ``perform(_:within:from:)``.
    @discardableResult
    package func perform(
        _ response: CardResponse, on card: CardID, in stream: StreamID, within seconds: Double?,
        keeps: Bool = false, from origin: ResponseOrigin = ResponseOrigin()
    ) async throws(RequestError) -> ActionOutcome {
        if seconds != nil { try requireLogin() }
        let end = ContinuousClock.now + .waiting(seconds ?? 0, atMost: 3600)
        // A caller that does not wait for the server still needs a token within 5 seconds.
        try await awaitAdmission(until: seconds == nil ? .now + .seconds(5) : end)
        let key = ActionKey(UUID())
        let action = database.awaitEnd(of: key)
        defer { database.forget(action) }
        do throws(SessionError) {
            try await respond(to: card, in: stream, with: response, key: key, from: origin)
        } catch { throw RequestError(error) }
        guard seconds != nil else { return .queued }
        // The caller is waiting, so reconnect now. The next automatic attempt may be half a minute away.
        if isOffline(stream) { await refresh() }
        return try await outcome(of: action, in: stream, until: end, keeps: keeps)
    }

    /// Whether the source of a stream is offline.
    private func isOffline(_ stream: StreamID) -> Bool {
        if case .offline? = state.withLock({ $0.status?.connection(of: stream) }) { true } else { false }
    }

    /// Whether the source of a stream has an error that waiting does not resolve, such as a denying policy.
    private func isStopped(_ stream: StreamID) -> Bool {
        if case .stopped? = state.withLock({ $0.status?.connection(of: stream) }) { true } else { false }
    }

    /// Waits for the server's answer to an action.
    private func outcome(
        of action: AwaitedAction, in stream: StreamID, until end: ContinuousClock.Instant, keeps: Bool
    ) async throws(RequestError) -> ActionOutcome {
        var outcome: ActionOutcome?
        var isRefused = false
        try await wait(until: end) { () throws(RequestError) in
            outcome = try await outcomeByNow(of: action)
            if outcome != nil { return true }
            isRefused = isStopped(stream)
            // A permanent refusal, such as a denying policy: waiting does not change it.
            if case .data = await link(of: stream)?.failure(of: action.key) { isRefused = true }
            return isRefused
        }
        if let outcome { return outcome }
        if keeps, !isRefused { return .queued }
        // The store does nothing in a cancelled task, but the action still has to be withdrawn.
        let isCancelled = Task.isCancelled
        let ending = Task { () async -> Result<ActionOutcome, RequestError> in
            do throws(RequestError) {
                return .success(try await giveUp(action, in: stream, isCancelled: isCancelled))
            } catch {
                return .failure(error)
            }
        }
        return try await ending.value.get()
    }

    /// The outcome of the action so far; nil if the server has not answered yet.
    private func outcomeByNow(of action: AwaitedAction) async throws(RequestError) -> ActionOutcome? {
        do throws(StoreError) {
            let delivery = try await database.deliveryState(of: action)
            // The thrown error reports the refusal to the caller, so the card need not keep the refused action.
            if case .refused = delivery {
                try await database.discard(action.key, at: clock())
                await deliver()
            }
        } catch {
            switch error {
            // The store does nothing for a task that is cancelled.
            case .cancelled: return nil
            case .closed:
                throw .aborted(
                    RequestError.Cause(
                        "the session was closed; the next session with the same store sends the waiting actions",
                        code: .sessionClosed, isPending: database.folder != nil))
            default: throw RequestError(error)
            }
        }
        return try action.end.map { end throws(RequestError) in try Self.outcome(of: end, refusal: action.refusal) }
    }

    /// Withdraws the action if it was not sent.
    private func giveUp(
        _ action: AwaitedAction, in stream: StreamID, isCancelled: Bool
    ) async throws(RequestError) -> ActionOutcome {
        let key = action.key
        // The reason why there is no answer, if known. Read before the action is withdrawn.
        var trouble = await link(of: stream)?.failure(of: key)
        if trouble == nil { trouble = connectionTrouble(of: stream) }
        let withdrawal: WithdrawalResult
        do throws(StoreError) { withdrawal = try await database.withdraw(key, at: clock()) } catch {
            throw RequestError(error)
        }
        let reason = isCancelled ? "cancelled" : trouble?.underlyingError?.reason ?? "no response in time"
        switch withdrawal {
        case .withdrawn:
            await deliver()
            let cause = RequestError.Cause(
                "\(reason); nothing was done", code: isCancelled ? .cancelled : trouble?.code ?? .timedOut,
                retryAfter: trouble?.retryAfter)
            if isCancelled { throw .aborted(cause) }
            if case .data = trouble { throw .data(cause) }
            throw .network(cause)
        case .underWay:
            throw .network(
                RequestError.Cause(
                    "\(reason); the action is being sent, and will be sent again until the server responds",
                    code: trouble?.code ?? .timedOut, underlying: [RequestError.Cause(reason)], isPending: true))
        case .settled:
            // The answer may have arrived in the meantime.
            if let outcome = try await outcomeByNow(of: action) { return outcome }
            // The action may have been rescheduled under another key.
            if action.key != key { return try await giveUp(action, in: stream, isCancelled: isCancelled) }
            throw .data(RequestError.Cause("the result of the action is unknown"))
        }
    }

    private static func outcome(of end: ActionEnd, refusal: SourceRefusal?) throws(RequestError) -> ActionOutcome {
        func cause(_ reason: String) -> RequestError.Cause {
            RequestError.Cause(
                reason, code: refusal?.reason.code ?? .cardClosed, httpStatus: refusal?.status, problem: refusal?.name)
        }
        switch end {
        case .accepted, .lapsed: return .delivered
        case .superseded:
            let words = refusal?.explanation ?? "The card is closed."
            throw .data(cause("\(words) Nothing was done."))
        case .discarded(let reason): throw .data(cause(reason))
        case .withdrawn:
            throw .aborted(RequestError.Cause("the action was undone before it was sent", code: .withdrawn))
        case .purged(false):
            throw .aborted(
                RequestError.Cause("the session was logged out before the action was sent", code: .loggedOut))
        case .purged(true):
            throw .network(
                RequestError.Cause(
                    "the session was logged out before the server responded; the action may have taken effect",
                    code: .loggedOut))
        }
    }
}
