import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Testing

/// What two rounds of asking say has changed.
@Suite struct FeedMarksTests {
    private static let (ana, bo, zoe) = (feed("ana"), feed("bo"), feed("zoe"))
    private static let asked = FeedEffects(feeds: [ana, bo, zoe], asks: ["a", "b"])

    private static func feed(_ user: UserID) -> FeedKey { FeedKey(environment: "e", user: user, streamID: "ops") }

    private func marks(_ feeds: [FeedKey: Int64], _ asks: [AskID: Int64] = [:], epoch: String = "1") -> FeedMarks {
        FeedMarks(feeds: feeds, asks: asks, epoch: epoch)
    }

    @Test func `what has another mark has changed, and what has none any more`() {
        let before = marks([Self.ana: 1, Self.bo: 2], ["a": 7])
        let after = marks([Self.ana: 1, Self.zoe: 1], ["a": 8])
        #expect(
            after.changes(since: before, among: Self.asked) == FeedEffects(feeds: [Self.bo, Self.zoe], asks: ["a"]))
        #expect(after.changes(since: after, among: Self.asked).isEmpty)
    }

    /// An older copy of the database may not have a feed at all, of which a viewer has cards.
    @Test func `in another epoch all has changed that was asked for`() {
        let before = marks([Self.ana: 1], ["a": 7])
        let after = marks([Self.ana: 1], epoch: "2")
        #expect(after.changes(since: before, among: Self.asked) == Self.asked)
    }

    @Test func `what is followed no longer is not announced`() {
        let before = marks([Self.ana: 1, Self.bo: 2])
        #expect(marks([Self.ana: 1]).changes(since: before, among: FeedEffects(feeds: [Self.ana])).isEmpty)
    }
}
