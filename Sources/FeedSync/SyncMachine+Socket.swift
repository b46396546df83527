import Cards

/// The push connection: opened, alive, silent, lost.
extension SyncMachine {
    mutating func opened(at moment: Moment) -> [SyncAction] {
        switch state {
        case .connecting, .polling(isProbing: true): break
        default: return [.disconnect]
        }
        state = .live(since: moment.uptime)
        lastReceived = moment.uptime
        pingSent = nil
        return [.cancel(.poll), .cancel(.probe), .wait(.silence, settings.pingAfter), .drainOutbox]
    }

    mutating func caughtUp() -> [SyncAction] {
        guard case .live = state else { return [] }
        hasRenewedToken = false
        socketFailures = 0
        offlineSince = nil
        return [.status(.live)]
    }

    mutating func received(at moment: Moment) -> [SyncAction] {
        lastReceived = moment.uptime
        guard pingSent != nil else { return [] }
        pingSent = nil
        return [.cancel(.pong)]
    }

    mutating func ping(at moment: Moment) -> [SyncAction] {
        pingSent = moment.uptime
        return [.ping, .wait(.pong, settings.pongWithin)]
    }

    mutating func socketLost(_ failure: SyncFailure?, at moment: Moment) -> [SyncAction] {
        let failure = failure ?? .network("the server closed the connection")
        switch state {
        case .polling(isProbing: true):
            state = .polling(isProbing: false)
            if case .denied = failure { return [.wait(.probe, settings.probeInterval)] }
            if let ending = ending(failure) { return ending }
            return [.wait(.probe, settings.probeInterval)]
        case .connecting:
            // It may be the socket alone that the policy denies, and will deny the next time.
            if case .denied = failure { return poll(probingAfter: settings.probeInterval) }
            socketFailures += 1
            return lost(failure, at: moment)
        case .live(let since):
            // While an answer is owed it is our way to the server that broke. Otherwise the other end hung up, as it
            // does on all its clients when it goes down.
            let isSilent = pingSent != nil
            let isHealthy = moment.uptime - since >= settings.healthyAfter
            if isHealthy {
                prove()
                isSpreading = !isSilent
            } else {
                socketFailures += 1
            }
            return lost(failure, isEarly: isHealthy && isSilent, at: moment)
        case .idle, .polling, .backingOff, .stopped: return []
        }
    }

    /// Tries the socket now, if it is wanted and not being tried.
    mutating func probe() -> [SyncAction] {
        guard settings.feedProtocol == .webSocket, state == .polling(isProbing: false) else { return [] }
        state = .polling(isProbing: true)
        return [.cancel(.probe), .connect]
    }
}
