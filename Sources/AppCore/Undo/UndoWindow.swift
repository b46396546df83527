package import Cards

package import struct Foundation.Date

/// The actions that the user can still undo, because they have not left this machine.
package struct UndoWindow: Equatable, Sendable {
    /// The number of seconds that an action is held back; 0 sends it immediately.
    package var length = 0.0

    package struct Action: Equatable, Sendable {
        package var card: CardID
        /// The cards that were answered together and whose answers are still held; empty for a single card.
        package var cards: [CardID] = []
        /// The cards that were answered together, including those whose answers are no longer held.
        fileprivate let answered: Set<CardID>
        package var response: CardResponse
        /// The text that identifies the card to the user.
        package var title: String
        /// The number of cards that were answered together.
        package var count: Int
        /// The number of cards that were meant and could not be answered.
        var stayed = 0
        package var until: Date

        /// Compares the kind of response and the card, and not the values, because times lose their fractions in the
        /// store.
        fileprivate func isDone(by other: CardResponse, to id: CardID) -> Bool {
            guard card == id || answered.contains(id) else { return false }
            return switch (response, other) {
            case (.dismiss, .dismiss), (.submit, .submit), (.snooze, .snooze), (.voteUp, .voteUp),
                (.voteDown, .voteDown):
                true
            default: false
            }
        }
    }

    /// Oldest first.
    package private(set) var held: [Action] = []
    /// The last action, whether sent or not; nil after it was undone.
    package private(set) var last: CardResponse?

    /// Records an action that was stored and can be undone until the given time. The time comes from the store, which
    /// knows when a card expires.
    mutating func record(
        _ response: CardResponse, of card: CardID, among cards: [CardID] = [], title: String, count: Int = 1,
        stayed: Int = 0, until: Date?, at now: Date
    ) {
        last = response
        let until = until ?? now.addingTimeInterval(length)
        guard until > now else { return }
        held.append(
            Action(
                card: card, cards: cards, answered: Set(cards), response: response, title: title, count: count,
                stayed: stayed, until: until))
    }

    /// Whether the last held answer to a card was an answer to marked cards.
    func isOfMarks(_ card: CardID) -> Bool { held.last { $0.card == card }?.cards.isEmpty == false }

    /// Removes an action that the server received or that was undone.
    mutating func end(_ response: CardResponse, of card: CardID, isUndone: Bool) {
        if let index = held.lastIndex(where: { $0.isDone(by: response, to: card) }) { held.remove(at: index) }
        if isUndone { last = held.last?.response }
    }

    /// Removes the answer to one card. Answers to other cards that were answered together with it stay.
    mutating func drop(_ card: CardID) {
        guard let index = held.lastIndex(where: { $0.card == card || $0.cards.contains(card) }) else {
            last = held.last?.response
            return
        }
        held[index].cards.removeAll { $0 == card }
        held[index].count -= 1
        if let first = held[index].cards.first, held[index].count > 0 {
            held[index].card = first
        } else {
            held.remove(at: index)
        }
        last = held.last?.response
    }

    /// Removes the snooze of a card that was woken, because it can no longer be undone.
    mutating func wake(_ card: CardID) {
        held.removeAll { action in
            guard case .snooze = action.response else { return false }
            return action.count == 1 && action.card == card
        }
        last = held.last?.response
    }

    /// Whether an answer to the card can be undone.
    func holds(_ card: CardID) -> Bool { held.contains { $0.card == card || $0.cards.contains(card) } }

    mutating func advance(to now: Date) {
        guard !held.isEmpty else { return }
        held.removeAll { $0.until <= now }
    }

    /// The number of whole seconds left for the newest action; nil if there is none.
    package func secondsLeft(at now: Date) -> Int? {
        held.last.map { max(1, Int($0.until.timeIntervalSince(now).rounded(.up))) }
    }

    /// When the number of seconds left changes next; nil if no action is held.
    package func deadline(after now: Date) -> Date? {
        guard let action = held.last, let seconds = secondsLeft(at: now) else { return nil }
        return action.until.addingTimeInterval(-Double(seconds - 1))
    }
}
