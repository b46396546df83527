public import struct Foundation.Date

/// Something the user did with a card that is no answer to it: what a publisher's statistics are made of (Atomic iOS SDK
/// guide, "Observing SDK events").
public struct CardEvent: Hashable, Sendable, Identifiable {
    /// What happened.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The user had the card before their eyes for the first time: at least half of it, for half a second.
        case cardDisplayed = "card-displayed"
        /// A video of the card began to play.
        case videoPlayed = "video-played"
        /// It played to its end.
        case videoCompleted = "video-completed"
        /// The host gave variables of the card their values.
        case variablesUpdated = "runtime-vars-updated"
    }

    /// Unique for good: whoever gets an event twice can tell.
    public var id: String
    /// What happened.
    public var kind: Kind
    /// The stream of the card.
    public var streamID: StreamID
    /// The card it happened to.
    public var cardID: CardID
    /// When, by the client's clock.
    public var at: Date
    /// The subview it happened in; nil for the card's own content.
    public var subviewID: String?
    /// The video's address.
    public var url: String?
    /// The variables' values by name.
    public var values: [String: String]

    /// See the properties.
    public init(
        id: String, kind: Kind, streamID: StreamID, cardID: CardID, at: Date, subviewID: String? = nil,
        url: String? = nil, values: [String: String] = [:]
    ) {
        self.id = id
        self.kind = kind
        self.streamID = streamID
        self.cardID = cardID
        self.at = at
        self.subviewID = subviewID
        self.url = url
        self.values = values
    }
}
