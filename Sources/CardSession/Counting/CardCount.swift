public import Cards

/// How many cards a stream has for the user (Atomic SwiftUI SDK guide 25.4, "Retrieving card count").
public struct CardCount: Hashable, Sendable {
    /// Of which stream.
    public var stream: StreamID
    /// How many of them are in sight: one at most where only single card and modal containers of the stream are open, or what
    /// ``CardSession/setVisibleLimit(_:of:)`` says; else all.
    public var visible: Int
    /// All active cards. Snoozed and embargoed cards do not count.
    public var total: Int

    /// See the properties.
    public init(stream: StreamID, visible: Int, total: Int) {
        self.stream = stream
        self.visible = visible
        self.total = total
    }
}
