internal import CardStore
public import Cards

extension CardSession {
    /// Keeps what the user has entered into a card and not sent, for the next start; nil forgets it. The content is
    /// the caller's own. Forgotten by itself once the card is over.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func saveDraft(_ draft: JSONObject?, of card: CardID, in stream: StreamID) async throws(SessionError) {
        do { try await database.saveDraft(draft, of: card, in: stream) } catch { throw SessionError(error) }
    }

    /// The same at once, for the end of a program. Blocks while another write is under way.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func saveDraftNow(_ draft: JSONObject?, of card: CardID, in stream: StreamID) throws(SessionError) {
        do { try database.saveDraftNow(draft, of: card, in: stream) } catch { throw SessionError(error) }
    }

    /// What is kept of a stream. Blocks for well under a millisecond.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func drafts(in stream: StreamID) throws(SessionError) -> [CardID: JSONObject] {
        guard isAdmitted else { return [:] }
        do { return try database.drafts(in: stream) } catch { throw SessionError(error) }
    }
}
