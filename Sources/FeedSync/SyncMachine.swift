import Cards

package import struct Foundation.Date

/// Decides when to connect, to poll, to wait and to give up. Pure: time, randomness and everything that happens
/// come in, what to do goes out.
package struct SyncMachine: Sendable {
    package enum State: Hashable, Sendable {
        case idle
        case connecting
        case live(since: Double)
        /// `isProbing`: the socket is being tried meanwhile.
        case polling(isProbing: Bool)
        case backingOff(until: Double)
        /// The system says that there is no network.
        case offline
        case stopped(SyncFailure)
    }

    package private(set) var state = State.idle
    package private(set) var settings: SyncSettings
    /// Failures in a row, of any kind.
    package private(set) var failures = 0
    /// Failures of the socket in a row, whatever HTTP does.
    package private(set) var socketFailures = 0
    /// Whether all clients of the server have probably lost it at the same moment: then none may hurry, until a
    /// connection has proved itself.
    private var isSpreading = false
    private var hasRenewedToken = false
    private var offlineSince: Date?
    private var lastReceived = 0.0
    private var pingSent: Double?

    /// Now, as the engine sees it at one input.
    package struct Moment: Sendable {
        package var uptime: Double
        package var date: Date
        /// Evenly distributed in 0..<1.
        package var random: Double

        package init(uptime: Double, date: Date, random: Double) {
            self.uptime = uptime
            self.date = date
            self.random = random
        }
    }

    package init(settings: SyncSettings) { self.settings = settings }

    package mutating func handle(_ input: SyncInput, at moment: Moment) -> [SyncAction] {
        switch input {
        case .start: state == .idle ? begin(showing: true) : []
        case .stop: halt()
        case .refresh: refresh(at: moment)
        case .setProtocol(let value): change(to: value)
        case .opened: opened(at: moment)
        case .caughtUp: caughtUp()
        case .received: received(at: moment)
        case .socketLost(let failure): socketLost(failure, at: moment)
        case .fetched: fetched()
        case .fetchFailed(let failure): fetchFailed(failure, at: moment)
        case .timer(let timer): fired(timer, at: moment)
        case .tokenChanged: tokenChanged()
        case .resumed: resumed(at: moment)
        case .networkLost: networkLost(at: moment)
        case .networkFound: state == .offline ? retryNow() : []
        }
    }

    // MARK: Beginning and ending

    private mutating func begin(showing: Bool) -> [SyncAction] {
        let status: [SyncAction] = showing ? [.status(.connecting)] : []
        switch settings.feedProtocol {
        case .webSocket:
            state = .connecting
            return status + [.connect]
        case .http:
            state = .polling(isProbing: false)
            return status + [.fetch]
        }
    }

    private mutating func halt() -> [SyncAction] {
        defer { self = SyncMachine(settings: settings) }
        return state == .idle ? [] : quiet + [.disconnect]
    }

    /// Ends every wait.
    private var quiet: [SyncAction] { SyncTimer.allCases.map(SyncAction.cancel) + [.holdOutbox] }

    private mutating func retryNow() -> [SyncAction] {
        pingSent = nil
        return quiet + [.disconnect] + begin(showing: offlineSince == nil)
    }

    private mutating func refresh(at moment: Moment) -> [SyncAction] {
        switch state {
        case .idle, .connecting: return []
        case .live: return ping(at: moment) + [.fetch]
        case .polling: return [.fetch] + probe()
        case .backingOff, .offline:
            isSpreading = false
            return retryNow()
        case .stopped(let failure):
            hasRenewedToken = false
            offlineSince = nil
            if case .authentication = failure { return [.renewToken] + retryNow() }
            return retryNow()
        }
    }

    private mutating func change(to value: SyncSettings.FeedProtocol) -> [SyncAction] {
        guard value != settings.feedProtocol else { return [] }
        settings.feedProtocol = value
        failures = 0
        socketFailures = 0
        switch state {
        case .idle, .stopped, .offline: return []
        case .connecting, .live, .polling, .backingOff: return retryNow()
        }
    }

    private mutating func tokenChanged() -> [SyncAction] {
        guard case .stopped(.authentication) = state else { return [] }
        hasRenewedToken = false
        offlineSince = nil
        return retryNow()
    }

    // MARK: The socket

    private mutating func opened(at moment: Moment) -> [SyncAction] {
        switch state {
        case .connecting, .polling(isProbing: true): break
        default: return [.disconnect]
        }
        state = .live(since: moment.uptime)
        lastReceived = moment.uptime
        pingSent = nil
        return [.cancel(.poll), .cancel(.probe), .wait(.silence, settings.pingAfter), .drainOutbox]
    }

    private mutating func caughtUp() -> [SyncAction] {
        guard case .live = state else { return [] }
        hasRenewedToken = false
        socketFailures = 0
        offlineSince = nil
        return [.status(.live)]
    }

    private mutating func received(at moment: Moment) -> [SyncAction] {
        lastReceived = moment.uptime
        guard pingSent != nil else { return [] }
        pingSent = nil
        return [.cancel(.pong)]
    }

    private mutating func ping(at moment: Moment) -> [SyncAction] {
        pingSent = moment.uptime
        return [.ping, .wait(.pong, settings.pongWithin)]
    }

    private mutating func socketLost(_ failure: SyncFailure?, at moment: Moment) -> [SyncAction] {
        let failure = failure ?? .network("the server closed the connection")
        switch state {
        case .polling(isProbing: true):
            state = .polling(isProbing: false)
            if let ending = ending(failure) { return ending }
            return [.wait(.probe, settings.probeInterval)]
        case .connecting:
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
        case .idle, .polling, .backingOff, .offline, .stopped: return []
        }
    }

    /// The connection has lasted: what failed before it does not count any more.
    private mutating func prove() {
        failures = 0
        socketFailures = 0
        isSpreading = false
    }

    /// Tries the socket now, if it is wanted and not being tried.
    private mutating func probe() -> [SyncAction] {
        guard settings.feedProtocol == .webSocket, state == .polling(isProbing: false) else { return [] }
        state = .polling(isProbing: true)
        return [.cancel(.probe), .connect]
    }

    /// A connection failed: stop, poll or wait.
    private mutating func lost(
        _ failure: SyncFailure, isEarly: Bool = false, at moment: Moment
    ) -> [SyncAction] {
        pingSent = nil
        if let ending = ending(failure) { return ending }
        if case .authentication = failure {
            hasRenewedToken = true
            return quiet + [.disconnect, .renewToken] + begin(showing: false)
        }
        if settings.feedProtocol == .webSocket, socketFailures >= settings.socketFailureLimit {
            // Whether HTTP works is found out by using it; a failure comes back here through `fetchFailed`.
            state = .polling(isProbing: false)
            var interval = settings.probeInterval
            switch failure {
            case .network, .noNetwork: interval = min(interval, settings.firstProbe)
            default: break
            }
            return quiet + [.disconnect, .wait(.probe, interval), .fetch]
        }
        return backOff(failure, isEarly: isEarly, at: moment)
    }

    private mutating func backOff(
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
    private mutating func delay(after failure: SyncFailure, isEarly: Bool, random: Double) -> Double {
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
    private mutating func ending(_ failure: SyncFailure) -> [SyncAction]? {
        switch failure {
        case .tls: break
        case .authentication where hasRenewedToken: break
        default: return nil
        }
        state = .stopped(failure)
        let actions = quiet + [.disconnect, .status(.stopped(failure.shown(of: settings.server)))]
        if case .authentication = failure { return actions + [.wait(.token, settings.tokenRetryInterval)] }
        return actions
    }

    // MARK: Fetching

    private mutating func fetched() -> [SyncAction] {
        switch state {
        case .polling:
            failures = 0
            hasRenewedToken = false
            offlineSince = nil
            var actions: [SyncAction] = [
                .status(.polling(settings.feedProtocol == .http ? .chosen : .socketUnavailable)), .drainOutbox,
            ]
            if settings.pollInterval > 0 { actions.append(.wait(.poll, settings.pollInterval)) }
            return actions
        case .idle, .connecting, .live, .backingOff, .offline, .stopped: return []
        }
    }

    private mutating func fetchFailed(_ failure: SyncFailure, at moment: Moment) -> [SyncAction] {
        switch state {
        case .polling: lost(polling: failure, at: moment)
        // A fetch beside an open socket is a second look; the socket's own watch decides about it.
        case .live: ending(failure) ?? []
        case .idle, .connecting, .backingOff, .offline, .stopped: []
        }
    }

    private mutating func lost(polling failure: SyncFailure, at moment: Moment) -> [SyncAction] {
        if let ending = ending(failure) { return ending }
        if case .authentication = failure {
            hasRenewedToken = true
            return [.renewToken, .fetch]
        }
        return backOff(failure, at: moment)
    }

    // MARK: Time

    private mutating func fired(_ timer: SyncTimer, at moment: Moment) -> [SyncAction] {
        switch (timer, state) {
        case (.reconnect, .backingOff): return begin(showing: false)
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

    private mutating func resumed(at moment: Moment) -> [SyncAction] {
        switch state {
        case .live: return ping(at: moment) + [.fetch]
        case .polling: return [.fetch] + probe()
        case .backingOff: return retryNow()
        case .idle, .connecting, .offline, .stopped: return []
        }
    }

    private mutating func networkLost(at moment: Moment) -> [SyncAction] {
        switch state {
        case .idle, .stopped, .offline: return []
        case .connecting, .live, .polling, .backingOff:
            let since = offlineSince ?? moment.date
            offlineSince = since
            state = .offline
            return quiet + [.disconnect, .status(.offline(since: since, .noConnection()))]
        }
    }
}
