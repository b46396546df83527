internal import CardStore
public import Cards

extension CardSession {
    /// Stores the user's unsent input for a card, so that it survives a restart; nil removes it. The caller decides on
    /// the format. The draft is removed after the card has ended, unless cards of its source may come back
    /// (``SourceCapabilities/cardsReturn``).
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func saveDraft(_ draft: JSONObject?, of card: CardID, in stream: StreamID) async throws(SessionError) {
        try await saveDraft(draft, changedFrom: nil, of: card, in: stream)
    }

    /// Stores the changes of a draft, and keeps what other viewers have stored in it.
    ///
    /// - Parameter earlier: The draft before the changes; nil replaces everything that is stored.
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

    /// Like ``saveDraft(_:changedFrom:of:in:)``, but synchronous.
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

    /// Whether ended cards of the stream may come back. True while its source is unknown.
    private func mayReturn(_ stream: StreamID) -> Bool { capabilities(of: stream)?.cardsReturn ?? true }
}
