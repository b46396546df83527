/// A mistake that is planted between the parts of the product, to see that the simulation finds it. The product's own code is the
/// same with and without it.
enum Mutation: String, CaseIterable {
    /// The server never hears that a viewer has stored a delta.
    case dropAck = "drop-ack"
    /// Every other action of a viewer has the key of the one before.
    case reuseKey = "reuse-key"
    /// The cursor of a delta is stored before its cards.
    case earlyCursor = "early-cursor"
    /// A server forgets some of the feeds that a command has changed, and wakes nobody for them.
    case missedWake = "missed-wake"
    /// A screen does not hear of some changes of its store.
    case missedWindow = "missed-window"
    /// The timer of a delivery fires twice, each time for a delivery of its own.
    case doubleTimer = "double-timer"
    /// Of two states of a card the one that arrives last wins, whatever its version.
    case byArrival = "by-arrival"
    /// An action leaves at once, although it can still be undone.
    case earlySend = "early-send"
    /// A command decides on what was there a moment before.
    case unlocked
    /// A viewer sometimes gets the answer for another user.
    case otherUser = "other-user"
    /// A store loses its last commit when its viewer is killed.
    case lostCommit = "lost-commit"
    /// A delivery to a webhook counts as arrived before it is sent.
    case earlyArrival = "early-arrival"
    /// What the disk of a viewer has synced is lost as well when the power is cut.
    case lostSync = "lost-sync"
    /// A viewer does not hear of some commits of another one of its profile.
    case missedCommit = "missed-commit"
    /// A publisher repeats a request without its key.
    case noPublicationKey = "no-publication-key"
}
