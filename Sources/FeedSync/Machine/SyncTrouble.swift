package import CardSources
package import CardStore

/// What goes wrong in the background and belongs in the log; the engine goes on by itself.
package enum SyncTrouble: Equatable, Sendable {
    /// Cards cannot return from snooze or expire, because the store fails. Told once until it works again.
    case deadlines(StoreError)
    /// So many stored actions could not be read, and were set aside.
    case unreadableActions(Int)
    /// The source does not give something that was asked for on the live feed.
    case unavailable(SourceRefusal)
}
