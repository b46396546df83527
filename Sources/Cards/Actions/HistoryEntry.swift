public import struct Foundation.Date

/// A past action of the user, as recorded in the history.
public struct HistoryEntry: Hashable, Sendable, Identifiable {
    /// The number of the entry in the store; later entries have higher numbers.
    public var id: Int64
    /// When the user took the action.
    public var at: Date
    /// The stream of the card.
    public var streamID: StreamID
    /// The first card, if several were answered at once.
    public var cardID: CardID
    /// The card's title.
    public var title: String
    /// The number of cards that were answered at once.
    public var count: Int
    /// The number of cards that were already closed according to the server, so that the action had no effect on them.
    public var closed: Int
    /// The response without entered values and messages, except that a reply keeps its text, up to 200 characters.
    public var response: CardResponse
    /// The text of the button that was pressed. Nil for actions without a button, and for those of earlier versions of
    /// the store.
    public var button: String?
    /// The state of the action.
    public var state: State

    /// The state of an action.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Not delivered yet: held for undo or waiting for a connection.
        case waiting
        /// Accepted by the server.
        case sent
        /// All cards were already closed according to the server; nothing was done.
        case closed
        /// Permanently refused; the user can send it again or discard it.
        case refused
        /// Undone before it was sent.
        case undone
        /// Discarded after it was refused.
        case discarded
        /// The stored action cannot be decoded, as after damage to the file, so it is not sent.
        case unreadable
    }

    /// Creates an instance with these properties.
    public init(
        id: Int64, at: Date, streamID: StreamID, cardID: CardID, title: String, count: Int = 1,
        closed: Int = 0, response: CardResponse, button: String? = nil, state: State
    ) {
        self.id = id
        self.at = at
        self.streamID = streamID
        self.cardID = cardID
        self.title = title
        self.count = count
        self.closed = closed
        self.response = response
        self.button = button
        self.state = state
    }
}
