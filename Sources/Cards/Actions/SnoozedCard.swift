public import struct Foundation.Date

/// A card that is out of sight until its time.
public struct SnoozedCard: Hashable, Sendable, Identifiable {
    /// The card.
    public var id: CardID
    /// Its stream.
    public var streamID: StreamID
    /// What people know it by; empty where it cannot be read.
    public var title: String
    /// Nil when only the server knows.
    public var until: Date?

    /// See the properties.
    public init(id: CardID, streamID: StreamID, title: String, until: Date?) {
        self.id = id
        self.streamID = streamID
        self.title = title
        self.until = until
    }
}
