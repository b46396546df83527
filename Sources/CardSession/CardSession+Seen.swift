internal import CardStore
public import Cards

internal import struct Foundation.UUID

/// Which cards the user has seen.
extension CardSession {
    /// Notes that the user had these cards before their eyes: at least half of each, for half a second. The first time
    /// it is also an event, see ``events(limit:unreadable:)``.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func noteSeen(_ cards: [CardID], in stream: StreamID) async throws(SessionError) {
        do {
            try await database.noteSeen(cards, in: stream, at: clock()) { UUID().uuidString.lowercased() }
        } catch { throw SessionError(error) }
    }

    /// How many of a stream's cards the user has not seen. Takes longer the more cards there are: some milliseconds for
    /// 10,000.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func unseenCount(in stream: StreamID) async throws(SessionError) -> Int {
        do { return try await database.unseenCount(in: stream) } catch { throw SessionError(error) }
    }
}
