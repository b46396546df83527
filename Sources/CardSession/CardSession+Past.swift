internal import CardStore
public import Cards
internal import FeedAPI

internal import struct Foundation.UUID

/// What the user did, and what they put off.
extension CardSession {
    /// The last 200 things the user did in this store, newest first, and how each of them stands.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func history() async throws(SessionError) -> [PastAction] {
        guard isAdmitted else { return [] }
        do { return try await database.history() } catch { throw SessionError(error) }
    }

    /// The snoozed cards of these streams, those that return first at the front.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func snoozedCards(in streams: [StreamID], limit: Int = 200) async throws(SessionError) -> [SnoozedCard] {
        guard isAdmitted else { return [] }
        do { return try await database.snoozed(in: streams, limit: limit) } catch { throw SessionError(error) }
    }

    /// Brings a snoozed card back at once, here and on the server.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func wake(_ card: CardID, in stream: StreamID) async throws(SessionError) {
        guard isAdmitted else { throw .cardGone(card) }
        do {
            try await database.wake(card, in: stream, key: ActionKey(UUID()), at: clock())
        } catch { throw SessionError(error) }
        await link.outboxChanged()
    }
}
