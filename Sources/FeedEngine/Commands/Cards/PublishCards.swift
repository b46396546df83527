package import Cards
package import FeedAPI

package import struct Foundation.Date

/// Publishes all cards, or none if one is refused.
package struct PublishCards: FeedCommand {
    private let environment: EnvironmentID
    private var engine: FeedEngine
    /// The publications being processed.
    private var batch: ArraySlice<Publication> = []
    private var rest: ArraySlice<Publication>
    private var ids: ArraySlice<CardID>
    private var receipt = PublishReceipt(cards: [])

    /// The approximate number of cards that are loaded and written together. It limits the memory for large requests.
    private static let batchCards = 1000

    /// - Parameter ids: Random ids in ascending order, one for each new card.
    package init(_ publications: [Publication], in environment: EnvironmentID, ids: [CardID], now: Date) {
        self.environment = environment
        self.ids = ids[...]
        rest = publications[...]
        engine = FeedEngine(now: now)
    }

    package var time: Int64 { engine.time }

    package mutating func begin() -> FeedNeeds { nextBatch() }

    package mutating func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<PublishReceipt> {
        engine.load(loaded)
        for publication in batch {
            receipt.cards += try engine.publish(publication, in: environment, ids: &ids)
        }
        return rest.isEmpty
            ? .reply(receipt, changes: engine.finish()) : .load(nextBatch(), changes: engine.takeChanges())
    }

    private mutating func nextBatch() -> FeedNeeds {
        var cards = 0
        batch = rest.prefix { publication in
            defer { cards += publication.request.users.count }
            return cards < Self.batchCards
        }
        rest = rest[batch.endIndex...]
        return engine.needs(for: batch, in: environment)
    }
}
