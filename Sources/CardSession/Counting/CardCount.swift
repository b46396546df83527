public import Cards

/// The number of cards in a user's stream (Atomic SwiftUI SDK guide 25.4, "Retrieving card count").
public struct CardCount: Hashable, Sendable {
    /// The stream that was counted.
    public var streamID: StreamID
    /// The number of visible cards: at most one if only single-card and modal containers of the stream are open, or the
    /// limit of ``CardSession/setVisibleLimit(_:in:)``; otherwise all.
    public var visible: Int
    /// All active cards, without snoozed and embargoed ones.
    public var total: Int

    /// Creates a count from its properties.
    public init(streamID: StreamID, visible: Int, total: Int) {
        self.streamID = streamID
        self.visible = visible
        self.total = total
    }
}
