package import FeedAPI

package import struct Foundation.Date

/// Applies all deadlines that have passed: ends embargoes and snoozes, expires cards, settles asks, and starts their
/// next steps. Replies the number of affected cards and asks.
package struct ApplyDeadlines: FeedCommand {
    private let limit: Int
    private var engine: FeedEngine
    private var due: [FeedCard] = []
    private var dueAsks: [StoredAsk] = []

    /// - Parameter limit: The maximum number of cards, so that many simultaneous deadlines do not delay other commands.
    package init(limit: Int = 500, now: Date, signer: (any AskSigner)? = nil) {
        self.limit = limit
        engine = FeedEngine(now: now, signer: signer)
    }

    package var time: Int64 { engine.time }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.due = FeedNeeds.DueCards(now: time, limit: limit)
        needs.dueAsks = needs.due
        return needs
    }

    package mutating func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Int> {
        engine.load(loaded)
        if due.isEmpty, dueAsks.isEmpty {
            due = loaded.due
            dueAsks = loaded.asks
            var needs = engine.needs(forDeadlinesOf: due)
            engine.needs(forDeadlinesOf: dueAsks, in: &needs)
            if !needs.logicalCards.isEmpty || !needs.feeds.isEmpty { return .load(needs) }
        }
        // Asks come first, because they end their own cards.
        try engine.passDeadlines(of: dueAsks)
        try engine.passDeadlines(of: due)
        return .reply(due.count + dueAsks.count, changes: engine.finish())
    }
}
