package import Cards
package import FeedAPI

package import struct Foundation.Date

/// Records in the audit log that users have received the cards of asks, once for each card.
package struct RecordReceivedCards: FeedCommand {
    private let cards: [CardID: AskID]
    private let channel: DeliveryChannel
    private var engine: FeedEngine

    /// - Parameters:
    ///   - cards: The cards and their asks.
    ///   - device: The device that the program names; nil if it names none.
    package init(_ cards: [CardID: AskID], by channel: DeliveryChannel, from device: ViewerDevice? = nil, now: Date) {
        self.cards = cards
        self.channel = channel
        engine = FeedEngine(now: now, device: device)
    }

    package var time: Int64 { engine.time }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.asks = Set(cards.values).sorted { $0.rawValue < $1.rawValue }
        return needs
    }

    package mutating func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Void> {
        engine.load(loaded)
        for (card, id) in cards.sorted(by: { $0.key < $1.key }) {
            if let ask = engine.ask(id) { engine.recordReceived(card, of: ask, by: channel) }
        }
        return .reply((), changes: engine.finish())
    }
}
