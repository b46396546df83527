public import Cards

/// An event of a connected session.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum SessionEvent: Hashable, Sendable {
    /// The freshness of the cards and the number of unsent actions have changed.
    case status(SyncStatus)
    /// The server has accepted this response, and the store is updated.
    case delivered(CardID, CardResponse)
    /// The server has permanently refused this response; the text says why. The card waits for
    /// ``CardSession/retryAction(of:in:)`` or ``CardSession/discardAction(of:in:)``.
    case refused(CardID, CardResponse, reason: String)
    /// The card ended before the server received this response, and the response was discarded. Includes the card's
    /// final status, if it was known before the response was sent.
    case closed(CardID, CardResponse, CardStatus?)
    /// The publisher has changed or removed the theme of a stream; see ``CardSession/theme(of:)``.
    case themeChanged(StreamID)
}
