package import FeedEngine

/// The feeds that clients of a server follow, with the mark that is known of each. While it is the same object, it is the same
/// question, so a storage may keep it as it sends it.
package final class FollowedFeeds: Sendable {
    package let keys: [FeedKey]
    /// Of each key; 0 where none is known, and for a feed that does not exist.
    package let marks: [Int64]

    package init(_ keys: Set<FeedKey> = [], marks: [FeedKey: Int64] = [:]) {
        self.keys = Array(keys)
        self.marks = self.keys.map { marks[$0, default: 0] }
    }

    /// The same or other feeds after an answer.
    package func following(_ keys: Set<FeedKey>, after found: [FeedKey: Int64] = [:]) -> FollowedFeeds {
        FollowedFeeds(keys, marks: Dictionary(zip(self.keys, marks)) { $1 }.merging(found) { $1 })
    }
}
