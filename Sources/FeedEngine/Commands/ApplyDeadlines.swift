package import FeedAPI

package import struct Foundation.Date

/// Does what is due: ends embargoes and snoozes, expires cards. Replies how many cards were due.
package struct ApplyDeadlines: FeedCommand {
    private let limit: Int
    private var engine: FeedEngine
    private var due: [FeedCard] = []

    /// - Parameter limit: At most so many cards, so that a thousand deadlines at one moment do not keep other commands
    ///   waiting.
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
