package import FeedAPI

/// One transaction of a storage, without the storage: says what is to be loaded, and decides on what was loaded.
///
/// A storage loads ``begin()``, calls ``decide(_:)``, writes the changes and goes on with what is to be loaded next, all in
/// one transaction, until there is a reply. A storage whose transaction has to be repeated begins anew with the command as
/// it was: a command is a value and has no other effect.
package protocol FeedCommand: Sendable {
    associatedtype Reply: Sendable

    /// When it happens, in milliseconds since 1970.
    var time: Int64 { get }

    /// What is loaded first.
    mutating func begin() -> FeedNeeds

    /// Decides on what was loaded. Nothing of the transaction is written when it throws.
    mutating func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Reply>
}

/// What a command decided.
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
