package import FeedAPI

/// A transaction, independent of the storage: it says what to load, and decides on what was loaded.
///
/// A storage loads ``begin()``, calls ``decide(_:)``, writes the changes and continues with what is to be loaded next,
/// all in one transaction, until there is a reply. A storage that has to repeat a transaction starts again with the
/// original command: a command is a value without other effects.
package protocol FeedCommand: Sendable {
    associatedtype Reply: Sendable

    /// The time of the command in milliseconds since 1970.
    var time: Int64 { get }

    /// What to load first.
    mutating func begin() -> FeedNeeds

    /// Decides on what was loaded. If it throws, nothing of the transaction is written.
    mutating func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Reply>
}

/// A decision of a command.
package struct FeedDecision<Reply: Sendable>: Sendable {
    package enum Next: Sendable {
        case load(FeedNeeds)
        case reply(Reply)
    }

    /// Written before anything else is loaded.
    package var changes: FeedChanges
    package var next: Next

    /// The last decision of a command.
    package static func reply(_ reply: Reply, changes: FeedChanges = FeedChanges()) -> Self {
        Self(changes: changes, next: .reply(reply))
    }

    package static func load(_ needs: FeedNeeds, changes: FeedChanges = FeedChanges()) -> Self {
        Self(changes: changes, next: .load(needs))
    }
}
