import Cards

/// Reactions to failures: a different delivery mode, a delay, or stopping.
extension SyncMachine {
    /// Resets the failure counts, because the connection has lasted.
    mutating func markHealthy() {
        failures = 0
        liveFailures = 0
        isSpreading = false
    }

    /// Handles a failed connection: stops, polls or waits.
    mutating func lost(
        _ failure: SyncFailure, isEarly: Bool = false, at moment: Moment
    ) -> [SyncAction] {
        if let stop = stopActions(for: failure) { return stop }
        if case .authentication = failure {
            hasRenewedToken = true
            return pauseActions + [.disconnect, .renewToken] + begin(showing: false)
        }
        if settings.deliveryMode == .push, liveFailures >= settings.liveFailureLimit {
            switch failure {
            case .network, .silent, .noNetwork, .hostNotFound: return poll(probingAfter: settings.firstProbe)
            default: return poll(probingAfter: settings.probeInterval)
            }
        }
        return backOff(failure, isEarly: isEarly, at: moment)
    }

    /// Polls instead of using a live feed. If polling fails too, `fetchFailed` reports it.
    mutating func poll(probingAfter interval: Double) -> [SyncAction] {
        state = .polling(isProbing: false)
        return pauseActions + [.disconnect, .wait(.probe, min(interval, settings.probeInterval)), .fetch]
    }

    mutating func backOff(
        _ failure: SyncFailure, isEarly: Bool = false, at moment: Moment
    ) -> [SyncAction] {
        let since = offlineSince ?? moment.date
        offlineSince = since
        let delay = delay(after: failure, isEarly: isEarly, random: moment.random)
        state = .backingOff(until: moment.uptime + delay)
        return pauseActions + [
            .disconnect, .wait(.reconnect, delay), .status(.offline(since: since, failure.shown(of: settings.server))),
        ]
    }

    /// The delay before the next attempt, in seconds. Counts the failure.
    ///
    /// - Parameter isEarly: Whether this is the one retry within a second that is allowed when a healthy connection is
    ///   lost for this client alone.
    mutating func delay(after failure: SyncFailure, isEarly: Bool, random: Double) -> Double {
        if case .noToken = failure { return settings.tokenRetryInterval }
        failures += 1
        let backoff = settings.backoff
        switch failure {
        case .busy(let retryAfter):
            return backoff.delay(attempt: failures, retryAfter: retryAfter, random: random)
        case .restarting where settings.isServerShared:
            isSpreading = true
            return backoff.spreadDelay(random: random)
        case .unavailable(let retryAfter) where settings.isServerShared:
            isSpreading = true
            return backoff.spreadDelay(retryAfter: retryAfter, random: random)
        default:
            // The failure counts although this retry is early: the next delay is longer.
            if isEarly { return random }
            guard isSpreading, settings.isServerShared else {
                return backoff.delay(attempt: failures, random: random)
            }
            return failures == 1
                ? backoff.spreadDelay(random: random) : backoff.nextRoundDelay(attempt: failures, random: random)
        }
    }

    /// The actions that stop the synchronisation; nil if it may be retried.
    mutating func stopActions(for failure: SyncFailure) -> [SyncAction]? {
        switch failure {
        case .tls, .denied: break
        case .authentication where hasRenewedToken: break
        default: return nil
        }
        state = .stopped(failure)
        let actions = pauseActions + [.disconnect, .status(.stopped(failure.shown(of: settings.server)))]
        switch failure {
        case .authentication:
            let retry = settings.refusalRetryInterval.map { [SyncAction.wait(.reconnect, $0)] } ?? []
            return actions + [.wait(.token, settings.tokenRetryInterval)] + retry
        // A server's certificate may be fixed, and a policy may change.
        case .tls, .denied: return actions + [.wait(.reconnect, settings.tlsRetryInterval)]
        default: return actions
        }
    }
}
