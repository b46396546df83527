public import Cards

/// What a connected session tells its host.
public enum SessionEvent: Hashable, Sendable {
    /// How fresh the cards are and what waits to be sent.
    case status(SyncStatus)
    /// The server has this response.
    case delivered(CardID, CardResponse)
}
