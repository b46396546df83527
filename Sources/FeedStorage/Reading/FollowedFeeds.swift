package import FeedEngine

/// The feeds that the clients of a server follow, and the known mark of each. An immutable object: as long as it is the
/// same object, the request is the same, so that a storage can cache its encoded form.
package final class FollowedFeeds: Sendable {
    package let keys: [FeedKey]
    /// The mark of each key; 0 if it is unknown or the feed does not exist.
    package let marks: [Int64]

    package init(_ keys: Set<FeedKey> = [], marks: [FeedKey: Int64] = [:]) {
        self.keys = Array(keys)
        self.marks = self.keys.map { marks[$0, default: 0] }
    }

    /// The request that follows a result: for the same or other feeds, with the new marks.
    package func updated(to keys: Set<FeedKey>, marks found: [FeedKey: Int64] = [:]) -> FollowedFeeds {
        FollowedFeeds(keys, marks: Dictionary(zip(self.keys, marks)) { $1 }.merging(found) { $1 })
    }
}
