import Cards

import struct Foundation.Date

/// Cards that a single card container does not show any more: those that were there when its own was dealt with. One
/// that comes again, as after a snooze, is another one.
package struct SkippedCards: Equatable, Sendable {
    /// When each became active; nil for one that cannot be read.
    private var cards: [CardID: Date?] = [:]
    /// Cards out of sight of the window became active before that.
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

    /// Forgets cards by name that have left; what they were is known by their time.
    mutating func keep(_ items: [CardWindow.Item]) {
        guard !cards.isEmpty else { return }
        let present = Set(items.map(\.id))
        cards = cards.filter { present.contains($0.key) }
    }
}

extension CardWindow.Item {
    /// When the card became active last; nil for one that cannot be read.
    fileprivate var activeAt: Date? {
        if case .card(let card) = content { card.activeAt } else { nil }
    }
}
