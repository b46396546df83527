internal import CardSources
internal import CardStore
public import Cards

package import struct Foundation.Date
package import struct Foundation.UUID

/// Many cards at once.
extension CardSession {
    /// The ids of the cards that a container of this stream and filter shows; with ends only those between two cards, both
    /// included. Reads in steps: other readers need not wait for all of it.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func cards(
        in stream: StreamID, through filter: FeedFilter = FeedFilter(), between ends: (CardID, CardID)? = nil
    ) async throws(SessionError) -> Set<CardID> {
        guard isAdmitted else { return [] }
        do {
            return try await database.cards(in: stream, through: filter, between: ends, at: clock())
        } catch { throw SessionError(error) }
    }

    /// Cards as they stand in their stream; what it does not have is left out.
    package func inOrder(_ cards: Set<CardID>, in stream: StreamID) async throws(SessionError) -> [CardID] {
        do { return try await database.inOrder(cards, in: stream) } catch { throw SessionError(error) }
    }

    /// The bodies of cards that show and can be answered, at best some hundreds at a time.
    package func bodies(
        of ids: ArraySlice<CardID>, in stream: StreamID
    ) async throws(SessionError) -> [CardID: CardBody] {
        do { return try await database.bodies(of: ids, in: stream) } catch { throw SessionError(error) }
    }

    /// Stores one response to many cards, as ``respond(to:in:with:undoWindow:from:)`` does for one. Cards that are gone, have a
    /// refused action, or expire before a snooze ends, are left out. ``undo()`` takes all of it back at once.
    ///
    /// - Parameters:
    ///   - undoWindow: Seconds that the answers stay on this machine, 600 at most, and less those of cards that expire
    ///     before; 0, the default, sends them at once.
    ///   - origin: Where they were given, for the events that follow; by default nobody can tell.
    /// - Returns: how many were answered.
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func respond(
        toAll cards: [CardID], in stream: StreamID, with response: CardResponse, undoWindow: Double = 0,
        from origin: ResponseOrigin = ResponseOrigin()
    ) async throws(SessionError) -> Int {
        try await answer(cards, in: stream, with: response, undoWindow: undoWindow, from: origin).count
    }

    /// The same, and tells until when all of them stay on this machine.
    package func answer(
        _ cards: [CardID], in stream: StreamID, with response: CardResponse, undoWindow: Double,
        from origin: ResponseOrigin = ResponseOrigin()
    ) async throws(SessionError) -> (count: Int, leaving: Date) {
        let answered: (count: Int, leaving: Date)
        let date = clock()
        guard isAdmitted else { return (0, date) }
        let hold = try holdingTime(undoWindow, of: response.kind)
        do {
            answered = try await database.respond(
                response, toAll: cards, in: stream, hold: hold, values: origin.variables, clock: clock,
                makeKey: { ActionKey(UUID()) },
                report: { [self] card, key in
                    recordBytes(of: response, to: card, in: stream, key: key, at: date, origin)
                })
        } catch { throw SessionError(error) }
        await link.outboxChanged()
        return answered
    }
}
