package import Cards

/// What happens to a ``SyncMachine``.
package enum SyncInput: Hashable, Sendable {
    case start
    case stop
    /// The user asked, or a host came to the foreground.
    case refresh
    case setDeliveryMode(SyncSettings.DeliveryMode)
    /// The live feed is open.
    case opened
    /// All streams have what the server has.
    case caughtUp
    /// The attempt to open failed, or the live feed has ended. Nil: ended in peace.
    case liveLost(SyncFailure?)
    case fetched
    case fetchFailed(SyncFailure)
    case timer(SyncTimer)
    /// The provider gives another token than the refused one.
    case tokenChanged
    /// There is a successor of the token that opened the socket, which is about to expire.
    case tokenRenewed
    /// There are more streams to follow than before.
    case streamsAdded
    /// The machine slept, or the clock was set: nothing known about the socket holds.
    case resumed
}

/// What a ``SyncMachine`` may wait for; each at most once at a time.
package enum SyncTimer: Hashable, Sendable, CaseIterable {
    /// Connect again.
    case reconnect
    /// Fetch again.
    case poll
    /// Try the socket while polling.
    case probe
    /// The live feed has lasted long enough to count as healthy.
    case health
    /// Look for a new token.
    case token
}

/// What a ``SyncMachine`` wants done. Performed in order.
package enum SyncAction: Hashable, Sendable {
    /// Load what has no cursor and open the live feed; answer with `opened` or `liveLost`.
    case connect
    case disconnect
    /// Ask for the changes of every stream; answer with `fetched` or `fetchFailed`.
    case fetch
    /// Replaces the same timer. Seconds from now.
    case wait(SyncTimer, Double)
    case cancel(SyncTimer)
    /// Has the source find out whether the live feed still works.
    case checkLive
    case status(SyncStatus.Connection)
    /// Actions may be delivered; always followed by `holdOutbox` when that ends.
    case drainOutbox
    case holdOutbox
    /// The token was refused: the next call needs another one.
    case renewToken
    /// Answer with `tokenChanged` if there is another one by now.
    case lookForToken
}
