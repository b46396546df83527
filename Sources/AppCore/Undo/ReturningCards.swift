import Cards

import struct Foundation.Date

/// Cards that come back because of an action of the user.
struct ReturningCards: Equatable, Sendable {
    private struct Expected: Equatable {
        var cards: Set<CardID>
        var until: Date
        /// In seconds. If a thousand cards come back, the last ones take up to this long.
        static let timeout = 2.0
    }

    private struct CardToSelect: Equatable {
        var card: CardID
        var until: Date
        /// In seconds. The store needs only a few milliseconds.
        static let timeout = 1.0
    }

    /// The expected cards, which do not count as new.
    private var expected: Expected?
    /// The card to select as soon as it is back. Valid only for a moment and until the next key, so that the selection
    /// does not move unexpectedly.
    private var cardToSelect: CardToSelect?

    /// Whether a card to select is not back yet.
    var hasCardToSelect: Bool { cardToSelect != nil }

    /// Records cards that are about to come back. The change may arrive before the confirmation.
    mutating func expect(_ cards: [CardID], at now: Date) {
        expected = Expected(
            cards: expected(at: now).union(cards), until: now.addingTimeInterval(Expected.timeout))
    }

    func expected(at now: Date) -> Set<CardID> { expected.map { now <= $0.until ? $0.cards : [] } ?? [] }

    func include(_ card: CardID, at now: Date) -> Bool {
        expected(at: now).contains(card) || cardToSelect?.card == card
    }

    mutating func goBack(to card: CardID, at now: Date) {
        expect([card], at: now)
        cardToSelect = CardToSelect(card: card, until: now.addingTimeInterval(CardToSelect.timeout))
    }

    /// Removes and returns the card to select, once it is back.
    mutating func takeCardToSelect(at now: Date, isThere: (CardID) -> Bool) -> CardID? {
        guard let wanted = cardToSelect else { return nil }
        guard now <= wanted.until else {
            cardToSelect = nil
            return nil
        }
        guard isThere(wanted.card) else { return nil }
        cardToSelect = nil
        return wanted.card
    }

    /// Forgets the card to select, because the user has pressed a key.
    mutating func forgetCardToSelect() { cardToSelect = nil }
}
