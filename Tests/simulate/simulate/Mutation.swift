/// A mistake that is planted between the parts of the product, to check that the simulation finds it. The product's own
/// code is the same with and without it.
enum Mutation: String, CaseIterable {
    /// The server is never notified that a viewer has stored a delta.
    case dropAck = "drop-ack"
    /// Every other action of a viewer has the key of the previous action.
    case reuseKey = "reuse-key"
    /// The cursor of a delta is stored before its cards.
    case earlyCursor = "early-cursor"
    /// A server forgets some of the feeds that a command has changed, and does not notify their followers.
    case missedWake = "missed-wake"
    /// A screen is not notified of some changes to its store.
    case missedWindow = "missed-window"
    /// The timer of a delivery fires twice, each time for a separate delivery.
    case doubleTimer = "double-timer"
    /// Of two states of a card, the last one to arrive wins, regardless of its version.
    case byArrival = "by-arrival"
    /// An action is sent immediately, although it can still be undone.
    case earlySend = "early-send"
    /// A command decides on data that was read a moment earlier.
    case unlocked
    /// A viewer sometimes gets the response for another user.
    case otherUser = "other-user"
    /// A store loses its last commit when its viewer is killed.
    case lostCommit = "lost-commit"
    /// A delivery to a webhook counts as delivered before it is sent.
    case earlyArrival = "early-arrival"
    /// A power cut also destroys what the disk of a viewer has synced.
    case lostSync = "lost-sync"
    /// A viewer is not notified of some commits of another viewer of its profile.
    case missedCommit = "missed-commit"
    /// A publisher repeats a request without its key.
    case noPublicationKey = "no-publication-key"
}
