import Cards

/// Events of the live feed: opened, caught up, lost.
extension SyncMachine {
    mutating func opened(at moment: Moment) -> [SyncAction] {
        switch state {
        case .connecting, .polling(isProbing: true): break
        default: return [.disconnect]
        }
        state = .live(since: moment.uptime)
        return [.cancel(.poll), .cancel(.probe), .wait(.health, settings.healthyAfter), .drainOutbox]
    }

    mutating func caughtUp() -> [SyncAction] {
        guard case .live = state else { return [] }
        hasRenewedToken = false
        liveFailures = 0
        offlineSince = nil
        return [.status(.live)]
    }

    mutating func liveLost(_ failure: SyncFailure?, at moment: Moment) -> [SyncAction] {
        let failure = failure ?? .network("the server closed the connection")
        switch state {
        case .polling(isProbing: true):
            state = .polling(isProbing: false)
            if case .denied = failure { return [.wait(.probe, settings.probeInterval)] }
            if let stop = stopActions(for: failure) { return stop }
            return [.wait(.probe, settings.probeInterval)]
        case .connecting:
            // The policy may deny only the live feed. It will deny the next attempt too.
            if case .denied = failure { return poll(probingAfter: settings.probeInterval) }
            liveFailures += 1
            return lost(failure, at: moment)
        case .live(let since):
            // If a response is outstanding, the route from this machine to the source has failed. Otherwise the source
            // closed the connection, as a server does for all clients when it stops.
            let isSilent = if case .silent = failure { true } else { false }
            let isHealthy = moment.uptime - since >= settings.healthyAfter
            if isHealthy {
                markHealthy()
                isSpreading = !isSilent
            } else {
                liveFailures += 1
            }
            return lost(failure, isEarly: isHealthy && isSilent, at: moment)
        case .idle, .polling, .backingOff, .stopped: return []
        }
    }

    /// Tries a live feed now, unless polling was chosen or a live feed is already being tried.
    mutating func probe() -> [SyncAction] {
        guard settings.deliveryMode == .push, state == .polling(isProbing: false) else { return [] }
        state = .polling(isProbing: true)
        return [.cancel(.probe), .connect]
    }
}
