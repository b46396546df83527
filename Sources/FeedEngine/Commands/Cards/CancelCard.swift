package import Cards
package import FeedAPI

package import struct Foundation.Date

/// Cancels an open card. A card that is already cancelled stays unchanged.
///
/// Throws ``Problem`` of type `unknown-card` or `card-closed`.
package struct CancelCard: FeedCommand {
    private let address: CardAddress
    private var engine: FeedEngine
    /// The card, kept while its ask is loaded.
    private var card: FeedCard?

    package init(_ id: CardID, in environment: EnvironmentID, now: Date, signer: (any AskSigner)? = nil) {
        address = CardAddress(id, in: environment)
        engine = FeedEngine(now: now, signer: signer)
    }

    package var time: Int64 { engine.time }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.cards = [address]
        return needs
    }

    package mutating func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Void> {
        engine.load(loaded)
        if card == nil, let found = loaded.cards.first?.card, let ask = found.ask {
            card = found
            var needs = FeedNeeds()
            needs.asks = [ask]
            return .load(needs)
        }
        try engine.cancel(card ?? loaded.cards.first?.card)
        return .reply((), changes: engine.finish())
    }
}
