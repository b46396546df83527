package import Cards

/// Keeps the shown state from blinking: trouble that passes within moments is never shown, and what is shown stays
/// long enough to be read. Pure; the caller brings the time.
package struct SyncStatusDebouncer: Sendable {
    /// Seconds a worse state must last before it is shown.
    package var showAfter: Double
    /// Seconds a worse state stays at least.
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

    /// Takes the true state; returns when to call ``settle(at:)``, nil if nothing is held back.
    package mutating func update(_ status: SyncStatus, at now: Double) -> Double? {
        // From one trouble into another is one trouble: a connection that falls from offline to polling and back
        // would otherwise never be said to be bad.
        let isSameTrouble = status.connection.isTrouble && latest.connection.isTrouble
        if connectionSince == nil || !isSameTrouble && !status.connection.isSameKind(as: latest.connection) {
            connectionSince = now
        }
        if (status.waitingActions > 0) != (latest.waitingActions > 0) || waitingSince == nil { waitingSince = now }
        latest = status
        return settle(at: now)
    }

    /// Shows what is due at `now`.
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
        // An action that is on its way for a moment only is no news.
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
        // What needs the user is said at once.
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

    /// The same word on the screen; details may differ.
    fileprivate func isSameKind(as other: Self) -> Bool {
        switch (self, other) {
        case (.connecting, .connecting), (.live, .live), (.offline, .offline), (.stopped, .stopped): true
        case (.polling(let left), .polling(let right)): left == right
        default: false
        }
    }
}
