package import Cards

/// A video of a card.
package struct Video: Hashable, Sendable {
    package var address: String
    package var card: CardID
    package var stream: StreamID
    /// The subview it stands in; nil for the card's own content.
    package var subview: String?

    package init(address: String, card: CardID, stream: StreamID, subview: String? = nil) {
        self.address = address
        self.card = card
        self.stream = stream
        self.subview = subview
    }
}
