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
    /// The card ended before the server had this response, which is given up: nothing was done. With how the card ended, where
    /// that was known before the response left this machine.
    case closed(CardID, CardResponse, CardStatus?)
}
