import Cards

/// What follows a failure: another way, a wait, or the end.
extension SyncMachine {
    /// The connection has lasted: what failed before it does not count any more.
    mutating func prove() {
        failures = 0
        liveFailures = 0
        isSpreading = false
    }

    /// A connection failed: stop, poll or wait.
    mutating func lost(
        _ failure: SyncFailure, isEarly: Bool = false, at moment: Moment
    ) -> [SyncAction] {
        if let ending = ending(failure) { return ending }
        if case .authentication = failure {
            hasRenewedToken = true
            return quiet + [.disconnect, .renewToken] + begin(showing: false)
        }
        if settings.deliveryMode == .push, liveFailures >= settings.liveFailureLimit {
            switch failure {
            case .network, .silent, .noNetwork, .hostNotFound: return poll(probingAfter: settings.firstProbe)
            default: return poll(probingAfter: settings.probeInterval)
            }
        }
        return backOff(failure, isEarly: isEarly, at: moment)
    }

    /// HTTP in place of the socket. Whether it works is found out by using it; a failure comes back through `fetchFailed`.
    mutating func poll(probingAfter interval: Double) -> [SyncAction] {
        state = .polling(isProbing: false)
        return quiet + [.disconnect, .wait(.probe, min(interval, settings.probeInterval)), .fetch]
    }

    mutating func backOff(
        _ failure: SyncFailure, isEarly: Bool = false, at moment: Moment
    ) -> [SyncAction] {
        let since = offlineSince ?? moment.date
        offlineSince = since
        let delay = delay(after: failure, isEarly: isEarly, random: moment.random)
        state = .backingOff(until: moment.uptime + delay)
        return quiet + [
            .disconnect, .wait(.reconnect, delay), .status(.offline(since: since, failure.shown(of: settings.server))),
        ]
    }

    /// - Parameter isEarly: the one try within a second that a proven connection earns when it is lost to this client
    ///   alone.
    mutating func delay(after failure: SyncFailure, isEarly: Bool, random: Double) -> Double {
        if case .noToken = failure { return settings.tokenRetryInterval }
        failures += 1
        switch failure {
        case .restarting:
            isSpreading = true
            return settings.backoff.spreadDelay(random: random)
        case .unavailable(let retryAfter):
            isSpreading = true
            return settings.backoff.spreadDelay(retryAfter: retryAfter, random: random)
        case .busy(let retryAfter):
            return settings.backoff.delay(attempt: failures, retryAfter: retryAfter, random: random)
        default:
            // Counted up even though this one try is early: the next failure waits longer.
            if isEarly { return random }
            guard isSpreading else { return settings.backoff.delay(attempt: failures, random: random) }
            let backoff = settings.backoff
            return failures == 1 ? backoff.spreadDelay(random: random) : backoff.nextRoundDelay(random: random)
        }
    }

    /// Nil when trying again makes sense.
    mutating func ending(_ failure: SyncFailure) -> [SyncAction]? {
        switch failure {
        case .tls, .denied: break
        case .authentication where hasRenewedToken: break
        default: return nil
        }
        state = .stopped(failure)
        let actions = quiet + [.disconnect, .status(.stopped(failure.shown(of: settings.server)))]
        switch failure {
        case .authentication: return actions + [.wait(.token, settings.tokenRetryInterval)]
        // Whoever runs the server may mend its certificate, and a policy may change its mind.
        case .tls, .denied: return actions + [.wait(.reconnect, settings.tlsRetryInterval)]
        default: return actions
        }
    }
}
