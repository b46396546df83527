internal import CardStore
public import Cards

internal import struct Foundation.UUID

extension CardSession {
    /// Keeps what the user did with a card besides answering it. A host program reports what only it can see, as that a
    /// video has ended. On disk before this returns, so that a crash loses nothing; whoever reports events to the
    /// publisher takes them with `events` and ``removeEvents(_:)``.
    ///
    /// - Parameters:
    ///   - url: The address of the video.
    ///   - values: Of the variables that were updated, by name.
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func record(
        _ kind: CardEvent.Kind, of card: CardID, in stream: StreamID, subview: String? = nil, url: String? = nil,
        values: [String: String] = [:]
    ) async throws(SessionError) {
        let event = CardEvent(
            id: UUID().uuidString.lowercased(), kind: kind, streamID: stream, cardID: card, at: clock(),
            subviewID: subview, url: url, values: values)
        do { try await database.record(event) } catch { throw SessionError(error) }
    }

    /// The oldest events that are kept, of all streams. At most 10,000 are; then the oldest go. Blocks for well under a
    /// millisecond.
    ///
    /// - Parameter unreadable: Given the id of each event whose subview and address cannot be read: it comes without
    ///   them. For the host's log.
    public func events(
        limit: Int = 100, unreadable: (String) -> Void = { _ in }
    ) throws(SessionError) -> [CardEvent] {
        do { return try database.events(limit: limit, unreadable: unreadable) } catch { throw SessionError(error) }
    }

    /// Forgets events by their ids, once they are where they belong.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func removeEvents(_ ids: [String]) async throws(SessionError) {
        do { try await database.removeEvents(ids) } catch { throw SessionError(error) }
    }
}
