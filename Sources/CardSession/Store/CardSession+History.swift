internal import CardSources
internal import CardStore
public import Cards

internal import struct Foundation.UUID

/// Past actions and snoozed cards.
extension CardSession {
    /// The user's last 200 actions in this store with their states, newest first.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func history() async throws(SessionError) -> [HistoryEntry] {
        guard isAdmitted else { return [] }
        do { return try await database.history() } catch { throw SessionError(error) }
    }

    /// The snoozed cards of these streams, sorted by the end of the snooze.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of cards.
    ///   - variables: Provides values for the runtime variables in titles; without it, the cards' defaults are shown.
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func snoozedCards(
        in streams: [StreamID], limit: Int = 200, variables: RuntimeVariableSource? = nil
    ) async throws(SessionError) -> [SnoozedCard] {
        guard isAdmitted else { return [] }
        let found: [(snoozed: SnoozedCard, card: Card?)]
        do { found = try await database.snoozed(in: streams, limit: limit) } catch { throw SessionError(error) }
        let values = await variables?.values(for: found.compactMap(\.card)) ?? [:]
        return found.map { snoozed, card in
            var snoozed = snoozed
            if let title = card?.body.title(with: values[snoozed.id] ?? [:]) { snoozed.title = title }
            return snoozed
        }
    }

    /// Brings a snoozed card back at once, here and on the server.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func wake(_ card: CardID, in stream: StreamID) async throws(SessionError) {
        guard isAdmitted else { throw .cardGone(card) }
        do {
            try await database.wake(card, in: stream, key: ActionKey(UUID()), at: clock())
        } catch { throw SessionError(error) }
        await deliver()
    }
}
