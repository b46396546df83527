import Cards

/// Timers, and a clock that jumped.
extension SyncMachine {
    mutating func fired(_ timer: SyncTimer, at moment: Moment) -> [SyncAction] {
        switch (timer, state) {
        case (.reconnect, .backingOff), (.reconnect, .stopped(.tls)): return begin(showing: false)
        case (.poll, .polling): return [.fetch]
        case (.probe, .polling): return probe()
        case (.silence, .live(let since)):
            if moment.uptime - since >= settings.healthyAfter { prove() }
            let silence = moment.uptime - lastReceived
            // Armed once per silence rather than at every frame.
            guard silence >= settings.pingAfter else { return [.wait(.silence, settings.pingAfter - silence)] }
            return ping(at: moment) + [.wait(.silence, settings.pingAfter)]
        case (.pong, .live) where pingSent != nil:
            return socketLost(.network("no answer to a ping"), at: moment)
        case (.token, .stopped(.authentication)):
            return [.lookForToken, .wait(.token, settings.tokenRetryInterval)]
        default: return []
        }
    }

    mutating func resumed(at moment: Moment) -> [SyncAction] {
        switch state {
        case .live: return ping(at: moment) + [.fetch]
        case .polling: return [.fetch] + probe()
        case .backingOff: return retryNow()
        case .idle, .connecting, .stopped: return []
        }
    }
}
