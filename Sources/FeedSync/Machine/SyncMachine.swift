import Cards

package import struct Foundation.Date

/// Decides when to connect, poll, wait and stop. Pure: it gets time, randomness and events, and returns actions.
package struct SyncMachine: Sendable {
    package enum State: Hashable, Sendable {
        case idle
        case connecting
        case live(since: Double)
        /// `isProbing`: whether a live feed is being tried while polling.
        case polling(isProbing: Bool)
        case backingOff(until: Double)
        case stopped(SyncFailure)
    }

    package internal(set) var state = State.idle
    package internal(set) var settings: SyncSettings
    /// Consecutive failures of any kind.
    package internal(set) var failures = 0
    /// Consecutive failures of the live feed, regardless of polling.
    package internal(set) var liveFailures = 0
    /// Whether all clients of the server have probably lost it at the same moment. Until a connection counts as
    /// healthy, retries are then spread.
    var isSpreading = false
    var hasRenewedToken = false
    var offlineSince: Date?

    /// The time and randomness at one input.
    package struct Moment: Sendable {
        package var uptime: Double
        package var date: Date
        /// Uniformly distributed in 0..<1.
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
        case .refresh: refresh()
        case .setDeliveryMode(let value): change(to: value)
        case .opened: opened(at: moment)
        case .caughtUp: caughtUp()
        case .liveLost(let failure): liveLost(failure, at: moment)
        case .fetched: fetched()
        case .fetchFailed(let failure): fetchFailed(failure, at: moment)
        case .timer(let timer): fired(timer)
        case .tokenChanged: tokenChanged()
        case .tokenRenewed: tokenRenewed()
        case .streamsAdded: streamsAdded()
        case .resumed: resumed()
        }
    }

    // MARK: Start and end

    mutating func begin(showing: Bool) -> [SyncAction] {
        let status: [SyncAction] = showing ? [.status(.connecting)] : []
        switch settings.deliveryMode {
        case .push:
            state = .connecting
            return status + [.connect]
        case .polling:
            state = .polling(isProbing: false)
            return status + [.fetch]
        }
    }

    mutating func halt() -> [SyncAction] {
        defer { self = SyncMachine(settings: settings) }
        return state == .idle ? [] : pauseActions + [.disconnect]
    }

    /// The actions that cancel all timers and hold the outbox.
    var pauseActions: [SyncAction] { SyncTimer.allCases.map(SyncAction.cancel) + [.holdOutbox] }

    mutating func retryNow() -> [SyncAction] {
        return pauseActions + [.disconnect] + begin(showing: offlineSince == nil)
    }

    mutating func refresh() -> [SyncAction] {
        switch state {
        case .idle, .connecting: return []
        case .live: return [.checkLive, .fetch]
        case .polling: return [.fetch] + probe()
        case .backingOff:
            isSpreading = false
            return retryNow()
        case .stopped(let failure):
            hasRenewedToken = false
            offlineSince = nil
            if case .authentication = failure { return [.renewToken] + retryNow() }
            return retryNow()
        }
    }

    mutating func change(to value: SyncSettings.DeliveryMode) -> [SyncAction] {
        guard value != settings.deliveryMode else { return [] }
        settings.deliveryMode = value
        failures = 0
        liveFailures = 0
        switch state {
        case .idle, .stopped: return []
        case .connecting, .live, .polling, .backingOff: return retryNow()
        }
    }

    /// Reconnects with a new token, without a status change: nothing is lost, because the new connection continues from
    /// the stored cursors.
    mutating func tokenRenewed() -> [SyncAction] {
        guard case .live = state else { return [] }
        return pauseActions + [.disconnect] + begin(showing: false)
    }

    /// Reconnects to follow more streams, because a connection subscribes only when it opens. Also without a status
    /// change.
    mutating func streamsAdded() -> [SyncAction] {
        switch state {
        case .idle, .backingOff, .stopped: return []
        case .connecting, .live:
            return pauseActions + [.disconnect] + begin(showing: false)
        case .polling(let isProbing):
            guard isProbing else { return [.fetch] }
            state = .polling(isProbing: false)
            return [.disconnect, .fetch] + probe()
        }
    }

    mutating func tokenChanged() -> [SyncAction] {
        guard case .stopped(.authentication) = state else { return [] }
        hasRenewedToken = false
        offlineSince = nil
        return retryNow()
    }
}
