package import Cards

/// Prevents the status from flickering: brief trouble is never shown, and trouble that is shown stays long enough to be
/// read. Pure; the caller passes the time.
package struct SyncStatusDebouncer: Sendable {
    /// Seconds that a worse state must last before it is shown.
    package var showAfter: Double
    /// The minimum number of seconds that a worse state is shown.
    package var hideAfter: Double

    package private(set) var shown: SyncStatus
    private var latest: SyncStatus
    private var connectionSince: Double?
    private var waitingSince: Double?
    private var shownBadSince: Double?

    package init(initial: SyncStatus = SyncStatus(), showAfter: Double = 1.5, hideAfter: Double = 1) {
        self.showAfter = showAfter
        self.hideAfter = hideAfter
        shown = initial
        latest = initial
    }

    /// Updates the true state. Returns when to call ``settle(at:)``; nil if nothing is delayed.
    package mutating func update(_ status: SyncStatus, at now: Double) -> Double? {
        // Changes between kinds of trouble count as one: a connection that alternates between offline and polling would
        // otherwise never be reported.
        let isSameTrouble = status.connection.isTrouble && latest.connection.isTrouble
        if connectionSince == nil || !isSameTrouble && !status.connection.isSameKind(as: latest.connection) {
            connectionSince = now
        }
        if (status.waitingActions > 0) != (latest.waitingActions > 0) || waitingSince == nil { waitingSince = now }
        latest = status
        return settle(at: now)
    }

    /// Shows the state that is due at `now`. Returns when to call this again; nil if nothing is delayed.
    package mutating func settle(at now: Double) -> Double? {
        var next: [Double] = []
        var result = latest
        let due = connectionDue
        if now >= due {
            if !latest.connection.isSameKind(as: shown.connection) {
                shownBadSince = latest.connection.isTrouble ? now : nil
            }
        } else {
            result.connection = shown.connection
            next.append(due)
        }
        // An action that is sent within moments is not shown.
        if latest.waitingActions > 0, shown.waitingActions == 0, let since = waitingSince, now < since + showAfter {
            result.waitingActions = 0
            next.append(since + showAfter)
        }
        shown = result
        return next.min()
    }

    private var connectionDue: Double {
        guard !latest.connection.isSameKind(as: shown.connection), let since = connectionSince else { return 0 }
        switch latest.connection {
        // States that need the user are shown at once.
        case .stopped: return 0
        case .offline, .polling(.pushUnavailable): return shown.connection.isTrouble ? 0 : since + showAfter
        case .connecting: return since + showAfter
        case .live, .polling(.chosen): return shownBadSince.map { $0 + hideAfter } ?? 0
        }
    }
}

extension SyncStatus.Connection {
    fileprivate var isTrouble: Bool {
        switch self {
        case .offline, .polling(.pushUnavailable): true
        case .connecting, .live, .polling(.chosen), .stopped: false
        }
    }

    /// Whether the screen describes both in the same way; details may differ.
    fileprivate func isSameKind(as other: Self) -> Bool {
        switch (self, other) {
        case (.connecting, .connecting), (.live, .live), (.offline, .offline), (.stopped, .stopped): true
        case (.polling(let left), .polling(let right)): left == right
        default: false
        }
    }
}
