/// A card with its body, as a storage keeps it.
package struct StoredCard: Hashable, Sendable {
    package var card: FeedCard
    /// The JSON as its publisher wrote it.
    package var body: [UInt8]

    package init(card: FeedCard, body: [UInt8]) {
        self.card = card
        self.body = body
    }
}
