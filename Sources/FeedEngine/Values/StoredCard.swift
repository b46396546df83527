/// A stored card with its body.
package struct StoredCard: Hashable, Sendable {
    package var card: FeedCard
    /// The JSON that the publisher wrote, or that has replaced it since.
    package var body: [UInt8]

    package init(card: FeedCard, body: [UInt8]) {
        self.card = card
        self.body = body
    }
}
