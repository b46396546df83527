package import Cards

/// An event for a ``SyncMachine``.
package enum SyncInput: Hashable, Sendable {
    case start
    case stop
    /// The user requested it, or a host came to the foreground.
    case refresh
    case setDeliveryMode(SyncSettings.DeliveryMode)
    /// The live feed is open.
    case opened
    /// All streams are up to date.
    case caughtUp
    /// Opening failed, or the live feed has ended; nil if it ended normally.
    case liveLost(SyncFailure?)
    case fetched
    case fetchFailed(SyncFailure)
    case timer(SyncTimer)
    /// The provider has another token than the refused one.
    case tokenChanged
    /// There is a successor of the token that opened the live feed, which is about to expire.
    case tokenRenewed
    /// Further streams are to be followed.
    case streamsAdded
    /// The machine slept, or the clock was set: the state of the live feed is unknown.
    case resumed
}

/// A timer of a ``SyncMachine``; each runs at most once at a time.
package enum SyncTimer: Hashable, Sendable, CaseIterable {
    /// Reconnect.
    case reconnect
    /// Fetch again.
    case poll
    /// Try a live feed while polling.
    case probe
    /// The live feed has lasted long enough to count as healthy.
    case health
    /// Check for a new token.
    case token
}

/// An action requested by a ``SyncMachine``. Performed in order.
package enum SyncAction: Hashable, Sendable {
    /// Load streams without a cursor and open the live feed; answer with `opened` or `liveLost`.
    case connect
    case disconnect
    /// Fetch the changes of all streams; answer with `fetched` or `fetchFailed`.
    case fetch
    /// Replaces the same timer. In seconds from now.
    case wait(SyncTimer, Double)
    case cancel(SyncTimer)
    /// Make the source check whether the live feed still works.
    case checkLive
    case status(SyncStatus.Connection)
    /// Actions may be sent; always followed by `holdOutbox` when that ends.
    case drainOutbox
    case holdOutbox
    /// The token was refused: the next call needs a new one.
    case renewToken
    /// Answer with `tokenChanged` if there is a new one.
    case lookForToken
}
