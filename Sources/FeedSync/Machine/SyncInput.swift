package import Cards

/// An event for a ``SyncMachine``.
package enum SyncInput: Hashable, Sendable {
    case start
    case stop
    /// The user requested a refresh, or a host came to the foreground.
    case refresh
    case setDeliveryMode(SyncSettings.DeliveryMode)
    /// The live feed is open.
    case opened
    /// All streams are up to date.
    case caughtUp
    /// Opening failed, or the live feed has ended. Nil if it ended normally.
    case liveLost(SyncFailure?)
    case fetched
    case fetchFailed(SyncFailure)
    case timer(SyncTimer)
    /// The provider has a token that differs from the refused one.
    case tokenChanged
    /// There is a new token, and the token that opened the live feed is about to expire.
    case tokenRenewed
    /// More streams must be followed.
    case streamsAdded
    /// The machine slept, or the clock was set: the state of the live feed is unknown.
    case resumed
}

/// A timer of a ``SyncMachine``. At most one timer of each kind runs at a time.
package enum SyncTimer: Hashable, Sendable, CaseIterable {
    /// Reconnect.
    case reconnect
    /// Fetch again.
    case poll
    /// Try a live feed while polling.
    case probe
    /// Check whether the live feed has lasted long enough to count as healthy.
    case health
    /// Check for a new token.
    case token
}

/// An action requested by a ``SyncMachine``. Performed in order.
package enum SyncAction: Hashable, Sendable {
    /// Load streams without a cursor and open the live feed. Reply with `opened` or `liveLost`.
    case connect
    case disconnect
    /// Fetch the changes of all streams. Reply with `fetched` or `fetchFailed`.
    case fetch
    /// Start a timer, in seconds from now. Replaces a running timer of the same kind.
    case wait(SyncTimer, Double)
    case cancel(SyncTimer)
    /// Make the source check whether the live feed still works.
    case checkLive
    case status(SyncStatus.Connection)
    /// Actions may be sent. `holdOutbox` follows when they may not any longer.
    case drainOutbox
    case holdOutbox
    /// The token was refused: the next call needs a new one.
    case renewToken
    /// Check for a new token. Reply with `tokenChanged` if there is one.
    case lookForToken
}
