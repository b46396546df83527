package import FeedAPI

package import struct Foundation.Date

/// Applies all deadlines that have passed: ends embargoes and snoozes, expires cards. Returns the number of affected
/// cards.
package struct ApplyDeadlines: FeedCommand {
    private let limit: Int
    private var engine: FeedEngine
    private var due: [FeedCard] = []

    /// - Parameter limit: The maximum number of cards, so that many simultaneous deadlines do not delay other commands.
    package init(limit: Int = 500, now: Date) {
        self.limit = limit
        engine = FeedEngine(now: now)
    }

    package var time: Int64 { engine.time }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.due = FeedNeeds.DueCards(now: time, limit: limit)
        return needs
    }

    package mutating func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Int> {
        engine.load(loaded)
        if due.isEmpty {
            due = loaded.due
            let needs = engine.needs(forDeadlinesOf: due)
            if !needs.logicalCards.isEmpty { return .load(needs) }
        }
        try engine.passDeadlines(of: due)
        return .reply(due.count, changes: engine.finish())
    }
}
