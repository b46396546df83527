import Cards

/// Polling, and fetches alongside the live feed.
extension SyncMachine {
    mutating func fetched() -> [SyncAction] {
        switch state {
        case .polling:
            failures = 0
            hasRenewedToken = false
            offlineSince = nil
            var actions: [SyncAction] = [
                .status(.polling(settings.deliveryMode == .polling ? .chosen : .pushUnavailable)), .drainOutbox,
            ]
            if settings.pollInterval > 0 { actions.append(.wait(.poll, settings.pollInterval)) }
            return actions
        case .idle, .connecting, .live, .backingOff, .stopped: return []
        }
    }

    mutating func fetchFailed(_ failure: SyncFailure, at moment: Moment) -> [SyncAction] {
        switch state {
        case .polling: lost(polling: failure, at: moment)
        // A fetch alongside a live feed is only a check; the live feed is monitored separately.
        case .live: stopActions(for: failure) ?? []
        case .idle, .connecting, .backingOff, .stopped: []
        }
    }

    mutating func lost(polling failure: SyncFailure, at moment: Moment) -> [SyncAction] {
        if let stop = stopActions(for: failure) { return stop }
        if case .authentication = failure {
            hasRenewedToken = true
            return [.renewToken, .fetch]
        }
        return backOff(failure, at: moment)
    }
}
