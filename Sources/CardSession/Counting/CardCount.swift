public import Cards

/// The number of cards in a user's stream (Atomic SwiftUI SDK guide 25.4, "Retrieving card count").
public struct CardCount: Hashable, Sendable {
    /// The stream that was counted.
    public var stream: StreamID
    /// The number of visible cards: at most one if only single-card and modal containers of the stream are open, or the
    /// limit of ``CardSession/setVisibleLimit(_:of:)``; otherwise all.
    public var visible: Int
    /// All active cards, without snoozed and embargoed ones.
    public var total: Int

    /// Creates a count from its properties.
    public init(stream: StreamID, visible: Int, total: Int) {
        self.stream = stream
        self.visible = visible
        self.total = total
    }
}
