import Cards
import FeedAPI
import FeedEngine
import FeedStorage

/// Checks that what the publisher receives equals what happened: each event at least once, and numbered in its order.
extension Oracle {
    func compareWebhooks(_ received: [Receiver.Message], _ cards: [ListedCard], _ storage: any FeedStorage) async throws
    {
        let byCard = Dictionary(grouping: received, by: \.card)
        for listed in cards {
            let card = listed.card.card
            let responses = try await storage.outcome(of: card.id, in: Node.environment)?.responses ?? []
            // A card that has expired before it is published is never shown.
            let isLate = card.life.expiresAt.map { $0 <= card.life.createdAt } ?? false
            var wanted = isLate ? [] : ["card.published"]
            wanted += responses.filter { $0.response.kind == .snooze }.map { _ in "card.snoozed" }
            if !card.life.status.isOpen { wanted.append("card.\(card.life.status)") }
            let messages = (byCard[card.id] ?? []).filter { $0.event != "ask.settled" && $0.event != "card.unsnoozed" }
                .sorted { $0.sequence < $1.sequence }
            let events = messages.map(\.event)
            if events != wanted {
                fail("of \(card.id.short) webhooks are told \(events), and \(wanted) happened")
            }
        }
        let settled = received.filter { $0.event == "ask.settled" }.count
        let asks = try await storage.asks(of: Node.environment, includesSettled: true, limit: 1000).count
        if settled != asks { fail("webhooks are told of \(settled) asks that were settled instead of \(asks)") }
    }
}
