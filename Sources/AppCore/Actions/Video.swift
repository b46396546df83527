package import Cards

package struct Video: Hashable, Sendable {
    package var address: String
    package var card: CardID
    package var stream: StreamID
    /// The page of the card that shows the video.
    package var view: EventReport.CardView

    package init(address: String, card: CardID, stream: StreamID, view: EventReport.CardView = .own) {
        self.address = address
        self.card = card
        self.stream = stream
        self.view = view
    }
}
