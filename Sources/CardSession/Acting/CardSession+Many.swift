import Basics
internal import CardSources
internal import CardStore
public import Cards

package import struct Foundation.Date
package import struct Foundation.UUID

/// Operations on many cards at once.
extension CardSession {
    /// The ids of the cards that a container with this stream and filter shows. With bounds, only the cards between
    /// these two, both included. Reads in steps, so that other readers are not blocked.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func cardIDs(
        in stream: StreamID, matching filter: FeedFilter = FeedFilter(), between ends: (CardID, CardID)? = nil
    ) async throws(SessionError) -> Set<CardID> {
        guard isAdmitted else { return [] }
        do {
            return try await database.cards(in: stream, through: filter, between: ends, at: clock())
        } catch { throw SessionError(error) }
    }

    /// The ids of the cards of a query, including cards in folded groups. With bounds, only the cards between these two
    /// in the query's order, both included. Reads in steps, so that other readers are not blocked.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    package func cards(
        of query: FeedQuery, between ends: (CardID, CardID)? = nil
    ) async throws(SessionError) -> Set<CardID> {
        guard isAdmitted else { return [] }
        do {
            return try await database.cards(of: query, between: ends, at: clock())
        } catch { throw SessionError(error) }
    }

    /// Sorts cards by their order in the stream, and drops cards that the stream does not contain.
    package func inOrder(_ cards: Set<CardID>, in stream: StreamID) async throws(SessionError) -> [CardID] {
        do { return try await database.inOrder(cards, in: stream) } catch { throw SessionError(error) }
    }

    /// The bodies of the given cards that are visible and can be answered. Call it with a few hundred ids at a time.
    package func bodies(
        of ids: ArraySlice<CardID>, in stream: StreamID
    ) async throws(SessionError) -> [CardID: CardBody] {
        do { return try await database.bodies(of: ids, in: stream) } catch { throw SessionError(error) }
    }

    /// Stores one response for many cards, like ``enqueue(_:onAll:in:undoWindow:from:)``, and needs no login.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    package func respond(
        toAll cards: [CardID], in stream: StreamID, with response: CardResponse, undoWindow: Duration = .zero,
        from origin: ResponseOrigin = ResponseOrigin()
    ) async throws(SessionError) -> Int {
        try await answer(cards, in: stream, with: response, undoWindow: undoWindow.seconds, from: origin).count
    }

    /// Like ``enqueue(_:onAll:in:undoWindow:from:)``. Also returns the time until which all responses can be undone.
    package func answer(
        _ cards: [CardID], in stream: StreamID, with response: CardResponse, undoWindow: Double,
        from origin: ResponseOrigin = ResponseOrigin()
    ) async throws(SessionError) -> (count: Int, leaving: Date) {
        let answered: (count: Int, leaving: Date)
        let date = clock()
        guard isAdmitted else { return (0, date) }
        let hold = try holdingTime(undoWindow, of: response.kind, in: stream)
        do {
            answered = try await database.respond(
                response, toAll: cards, in: stream, hold: hold, values: origin.variables, proofs: origin.proofs,
                clock: clock,
                makeKey: { ActionKey(UUID()) },
                report: { [self] card, key in
                    recordBytes(of: response, to: card, in: stream, key: key, at: date, origin)
                })
        } catch { throw SessionError(error) }
        await deliver()
        return answered
    }
}
