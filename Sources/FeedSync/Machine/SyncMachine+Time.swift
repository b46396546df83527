import Cards

/// Timers, and clock jumps.
extension SyncMachine {
    mutating func fired(_ timer: SyncTimer) -> [SyncAction] {
        switch (timer, state) {
        case (.reconnect, .backingOff), (.reconnect, .stopped(.tls)), (.reconnect, .stopped(.denied)):
            return begin(showing: false)
        case (.reconnect, .stopped(.authentication)):
            hasRenewedToken = false
            return [.cancel(.token), .renewToken] + begin(showing: false)
        case (.poll, .polling): return [.fetch]
        case (.probe, .polling): return probe()
        case (.health, .live):
            markHealthy()
            return []
        case (.token, .stopped(.authentication)):
            return [.lookForToken, .wait(.token, settings.tokenRetryInterval)]
        default: return []
        }
    }

    mutating func resumed() -> [SyncAction] {
        switch state {
        case .live: return [.checkLive, .fetch]
        case .polling: return [.fetch] + probe()
        case .backingOff: return retryNow()
        case .idle, .connecting, .stopped: return []
        }
    }
}
