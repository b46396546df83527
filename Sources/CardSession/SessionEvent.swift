public import Cards

/// What a connected session tells its host.
public enum SessionEvent: Hashable, Sendable {
    /// How fresh the cards are and what waits to be sent.
    case status(SyncStatus)
    /// The server has this response, and the store knows.
    case delivered(CardID, CardResponse)
    /// The server refused this response for good; the text says why, for people. The card waits for the user's decision,
    /// see ``CardSession/retryAction(of:in:)`` and ``CardSession/discardAction(of:in:)``.
    case refused(CardID, CardResponse, reason: String)
}
