public import struct Foundation.Date

/// A snoozed card.
public struct SnoozedCard: Hashable, Sendable, Identifiable {
    /// The id of the card.
    public var id: CardID
    /// The stream of the card.
    public var streamID: StreamID
    /// The card's title; empty if it cannot be read.
    public var title: String
    /// When the card returns; nil if only the server knows.
    public var until: Date?

    /// Creates an instance with these properties.
    public init(id: CardID, streamID: StreamID, title: String, until: Date?) {
        self.id = id
        self.streamID = streamID
        self.title = title
        self.until = until
    }
}
