package import FeedAPI

/// A transaction, independent of the storage. It determines what to load, and makes decisions based on the loaded data.
///
/// A storage loads the needs of ``begin()``, calls ``decide(_:)``, writes the changes, and loads the next needs, until
/// there is a reply. All this happens in one transaction. A storage that has to repeat a transaction starts again with
/// the original command, because a command is a value without side effects.
package protocol FeedCommand: Sendable {
    associatedtype Reply: Sendable

    /// The time of the command in milliseconds since 1970.
    var time: Int64 { get }

    /// Returns what to load first.
    mutating func begin() -> FeedNeeds

    /// Makes a decision based on the loaded data. If it throws, nothing of the transaction is written.
    mutating func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Reply>
}

/// A decision of a command: changes to write, and either further needs or the reply.
package struct FeedDecision<Reply: Sendable>: Sendable {
    package enum Next: Sendable {
        case load(FeedNeeds)
        case reply(Reply)
    }

    /// The changes to write before anything else is loaded.
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
