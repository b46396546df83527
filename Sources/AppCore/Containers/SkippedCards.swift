import Cards

import struct Foundation.Date

/// Cards that a single card container no longer shows, because they were already there when its card ended. A card that
/// becomes active again, for example after a snooze, is shown.
package struct SkippedCards: Equatable, Sendable {
    /// When each card became active; nil for a card that cannot be read.
    private var cards: [CardID: Date?] = [:]
    /// Cards outside the window that became active before this time are skipped too.
    private var until: Date?

    package var isEmpty: Bool { cards.isEmpty && until == nil }

    func contains(_ item: CardWindow.Item) -> Bool {
        if let known = cards[item.id] { return known == item.activeAt }
        guard let until, let activeAt = item.activeAt else { return false }
        return activeAt < until
    }

    mutating func insert(_ items: [CardWindow.Item]) {
        for item in items {
            cards.updateValue(item.activeAt, forKey: item.id)
            if let activeAt = item.activeAt { until = max(until ?? activeAt, activeAt) }
        }
    }

    /// Forgets the ids of cards that have left. ``until`` still covers them.
    mutating func keep(_ items: [CardWindow.Item]) {
        guard !cards.isEmpty else { return }
        let present = Set(items.map(\.id))
        cards = cards.filter { present.contains($0.key) }
    }
}

extension CardWindow.Item {
    /// When the card last became active; nil for a card that cannot be read.
    fileprivate var activeAt: Date? {
        if case .card(let card) = content { card.activeAt } else { nil }
    }
}
