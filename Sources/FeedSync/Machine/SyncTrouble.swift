package import CardSources
package import CardStore

/// A background problem for the log; the engine continues by itself.
package enum SyncTrouble: Equatable, Sendable {
    /// Cards cannot return from a snooze or expire, because the store fails. Reported once until the store works again.
    case deadlines(StoreError)
    /// A number of stored actions could not be decoded, and were set aside.
    case unreadableActions(Int)
    /// The source refuses a stream that was requested on the live feed.
    case unavailable(SourceRefusal)
}
