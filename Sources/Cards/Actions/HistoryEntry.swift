public import struct Foundation.Date

/// Something the user did, as their history keeps it.
public struct HistoryEntry: Hashable, Sendable, Identifiable {
    /// Its number in the store; later ones are higher.
    public var id: Int64
    /// When the user did it.
    public var at: Date
    /// The stream of the card.
    public var streamID: StreamID
    /// Of several cards that were answered at once the first.
    public var cardID: CardID
    /// What people know that card by.
    public var title: String
    /// How many cards were answered so at once.
    public var count: Int
    /// Of how many of them the server said that they were closed by then, so that nothing was done.
    public var closed: Int
    /// Without what was entered or said.
    public var response: CardResponse
    /// What became of it.
    public var state: State

    /// How far an action got.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// On its way: held back to be undone, or without a connection.
        case waiting
        /// The server has it.
        case sent
        /// The server said that the card was closed by then, or of several all of them: nothing was done.
        case closed
        /// For good; the user may send it again or give it up.
        case refused
        /// It never left.
        case undone
        /// Given up after it was refused.
        case discarded
        /// What the store kept of it could not be read, as after damage to the file, so that it is not sent.
        case unreadable
    }

    /// See the properties.
    public init(
        id: Int64, at: Date, streamID: StreamID, cardID: CardID, title: String, count: Int = 1,
        closed: Int = 0, response: CardResponse, state: State
    ) {
        self.id = id
        self.at = at
        self.streamID = streamID
        self.cardID = cardID
        self.title = title
        self.count = count
        self.closed = closed
        self.response = response
        self.state = state
    }
}
