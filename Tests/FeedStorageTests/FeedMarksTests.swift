import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Testing

/// The changes between two rounds of polling.
@Suite struct FeedMarksTests {
    private static let (ana, bo, zoe) = (feed("ana"), feed("bo"), feed("zoe"))
    private static let followed = FollowedFeeds([ana, bo, zoe], marks: [ana: 1, bo: 2])

    private static func feed(_ user: UserID) -> FeedKey { FeedKey(environment: "e", user: user, streamID: "ops") }

    private func marks(_ feeds: FollowedFeeds) -> [FeedKey: Int64] {
        Dictionary(uniqueKeysWithValues: zip(feeds.keys, feeds.marks))
    }

    @Test func `feeds with another mark or without one have changed`() {
        let before = FeedMarks(asks: ["a": 7, "b": 1], epoch: "1")
        let after = FeedMarks(feeds: [Self.bo: 0, Self.zoe: 1], asks: ["a": 8], epoch: "1")
        #expect(
            after.changes(since: before, among: Self.followed, ["a", "b", "c"])
                == FeedEffects(feeds: [Self.bo, Self.zoe], asks: ["a", "b"]))
    }

    /// An older copy of the database may lack a feed from which a viewer has cards.
    @Test func `in another epoch, all requested feeds have changed`() {
        let before = FeedMarks(asks: ["a": 7], epoch: "1")
        let after = FeedMarks(asks: ["a": 7], epoch: "2")
        #expect(
            after.changes(since: before, among: Self.followed, ["a"])
                == FeedEffects(feeds: [Self.ana, Self.bo, Self.zoe], asks: ["a"]))
    }

    @Test func `marks are remembered, and those of feeds that are not followed any more are dropped`() {
        let changed = Self.followed.updated(to: [Self.ana, Self.bo, Self.zoe], marks: [Self.bo: 0, Self.zoe: 1])
        #expect(marks(changed) == [Self.ana: 1, Self.bo: 0, Self.zoe: 1])
        let fewer = changed.updated(to: [Self.zoe])
        #expect(marks(fewer) == [Self.zoe: 1])
        #expect(marks(fewer.updated(to: [Self.ana, Self.zoe])) == [Self.ana: 0, Self.zoe: 1])
    }
}
