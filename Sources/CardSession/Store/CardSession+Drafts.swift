internal import CardStore
public import Cards

extension CardSession {
    /// Stores the user's unsent input for a card until the next start; nil removes it. The format is up to the caller.
    /// The draft is removed after the card has ended, unless its source's cards may come back
    /// (``SourceCapabilities/cardsReturn``).
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func saveDraft(_ draft: JSONObject?, of card: CardID, in stream: StreamID) async throws(SessionError) {
        try await saveDraft(draft, changedFrom: nil, of: card, in: stream)
    }

    /// Stores what has changed in a draft, beside what other viewers have stored of it.
    ///
    /// - Parameter earlier: What the draft was before; nil replaces all that is stored.
    package func saveDraft(
        _ draft: JSONObject?, changedFrom earlier: JSONObject?, of card: CardID, in stream: StreamID
    ) async throws(SessionError) {
        do {
            try await database.saveDraft(
                draft, changedFrom: earlier, of: card, in: stream, keepsEnded: mayReturn(stream))
        } catch { throw SessionError(error) }
    }

    /// Stores a draft synchronously, for the end of a program. Blocks while another write is in progress.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func saveDraftNow(_ draft: JSONObject?, of card: CardID, in stream: StreamID) throws(SessionError) {
        try saveDraftNow(draft, changedFrom: nil, of: card, in: stream)
    }

    /// The same as ``saveDraft(_:changedFrom:of:in:)``, at once.
    package func saveDraftNow(
        _ draft: JSONObject?, changedFrom earlier: JSONObject?, of card: CardID, in stream: StreamID
    ) throws(SessionError) {
        do {
            try database.saveDraftNow(
                draft, changedFrom: earlier, of: card, in: stream, keepsEnded: mayReturn(stream))
        } catch { throw SessionError(error) }
    }

    /// The drafts of a stream. Blocks for well under a millisecond.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func drafts(in stream: StreamID) throws(SessionError) -> [CardID: JSONObject] {
        guard isAdmitted else { return [:] }
        do { return try database.drafts(in: stream) } catch { throw SessionError(error) }
    }

    /// Whether cards of the stream that have ended may come back; so as long as its source is not known.
    private func mayReturn(_ stream: StreamID) -> Bool { capabilities(of: stream)?.cardsReturn ?? true }
}
