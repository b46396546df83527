import Cards
import FeedAPI
import FeedEngine

/// Deliveries to webhooks.
extension MemoryTables {
    mutating func addDeliveries(of event: FeedEvent) {
        for webhook in webhooks where webhook.environment == event.feed.viewer.environment {
            for message in event.messages(events: webhook.events, streams: webhook.streams) {
                deliveries.append(
                    DeliveryRow(
                        id: DeliveryID(stored: "msg_\(nextNumber())"), webhook: webhook.id, event: event,
                        message: message, nextAt: event.at))
            }
        }
    }

    mutating func claimDeliveries(of webhook: WebhookID, limit: Int, now: Int64, until: Int64) -> [DueDelivery] {
        let due = deliveries.indices.filter {
            deliveries[$0].webhook == webhook && (deliveries[$0].nextAt ?? .max) <= now
        }
        .sorted { (deliveries[$0].nextAt ?? 0, $0) < (deliveries[$1].nextAt ?? 0, $1) }.prefix(limit)
        return due.compactMap { index in
            let row = deliveries[index]
            guard let card = cards[row.event.cardID]?.stored else { return nil }
            deliveries[index].nextAt = until
            let isNotification = row.message == .notification
            return DueDelivery(
                id: row.id, event: row.message, cause: isNotification ? row.event.event : nil,
                sequence: row.event.sequence, at: row.event.at, attempts: row.attempts, card: card,
                action: isNotification || row.event.sequence == 0
                    ? nil : actions(on: card.card.id).last { $0.receipt.sequence == row.event.sequence },
                user: isNotification ? user(card.card.feed.viewer) : nil,
                ask: row.message == .askSettled ? asks.first { $0.id == card.card.ask }.map { ask($0) } : nil)
        }
    }

    mutating func settle(_ id: DeliveryID, _ result: DeliveryAttempt, at time: Int64) {
        guard let index = deliveries.firstIndex(where: { $0.id == id }) else { return }
        switch result {
        case .arrived: deliveries.remove(at: index)
        case .failed(let reason, let next):
            deliveries[index].attempts += 1
            deliveries[index].nextAt = next.map(FeedTime.milliseconds)
            deliveries[index].lastAt = time
            deliveries[index].reason = String(reason.prefix(DeliveryAttempt.longestReason))
        }
    }

    /// Queues failed deliveries again. Returns their number.
    mutating func replay(_ ids: [DeliveryID]?, of webhook: WebhookID, at time: Int64) -> Int {
        var count = 0
        for index in deliveries.indices
        where deliveries[index].webhook == webhook && deliveries[index].nextAt == nil
            && ids?.contains(deliveries[index].id) ?? true
        {
            deliveries[index].attempts = 0
            deliveries[index].nextAt = time
            count += 1
        }
        return count
    }
}
