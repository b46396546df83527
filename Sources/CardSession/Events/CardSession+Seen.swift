import Basics
internal import CardSources
internal import CardStore
public import Cards
internal import FeedSync

internal import struct Foundation.UUID

/// Tracking of the cards that the user has seen and read.
extension CardSession {
    /// Marks cards as seen: at least half of each was visible for half a second. The first time also emits the event
    /// `card-displayed` with the publisher's metadata, see ``observeEvents(_:)``.
    ///
    /// - Parameter shown: The presentation of each card; empty by default.
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func markSeen(
        _ cards: [CardID], in stream: StreamID, shown: [CardID: AnalyticsRecord.StreamContext] = [:]
    ) async throws(SessionError) {
        guard !state.withLock({ $0.isMuted }) else { return }
        let (date, isRecorded) = (clock(), sendsAnalytics(of: stream))
        let ids = Dictionary(cards.map { ($0, UUID().uuidString.lowercased()) }) { first, _ in first }
        let event: @Sendable (CardID, JSONObject) -> SDKEvent = { [self] card, metadata in
            self.event(
                EventReport(.cardDisplayed(metadata: metadata), of: card, in: stream, stream: shown[card]),
                id: ids[card], at: date)
        }
        do throws(StoreError) {
            let newlySeen = try await database.markSeen(cards, in: stream) { [self] in
                isRecorded ? record(of: event($0, $1)) : nil
            }
            guard !newlySeen.isEmpty else { return }
            for card in newlySeen { emit(event(card.id, card.metadata)) }
            // Send the event now: the publisher of a question may wait only until the user has seen it.
            if newlySeen.contains(where: \.isQuestion) {
                // Ignore errors: events that cannot be sent now are sent with the next ones.
                Task { try? await sendEvents() }
            }
        } catch { throw SessionError(error) }
        await sendEventsSoon()
    }

    /// Notifies a source with read receipts that the user has read a card, so that others see it as read. Call this
    /// only when the user focuses or opens the card, and again when the card has changed. Does nothing for other
    /// sources.
    public func markRead(_ card: CardID, in stream: StreamID) async {
        guard !state.withLock({ $0.isMuted }) else { return }
        await (link(of: stream)?.source as? any ReadSink)?.markRead(card, in: stream)
    }

    /// The number of unseen cards in a stream. Takes some milliseconds for 10,000 cards.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func unseenCount(in stream: StreamID) async throws(SessionError) -> Int {
        guard isAdmitted else { return 0 }
        do { return try await database.unseenCount(in: stream) } catch { throw SessionError(error) }
    }
}
