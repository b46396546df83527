package import Cards

package import struct Foundation.Date

/// What the user did and can still undo, because it has not left this machine.
package struct UndoWindow: Equatable, Sendable {
    /// Seconds that an action is held back; 0 sends at once.
    package var length = 0.0

    package struct Action: Equatable, Sendable {
        package var card: CardID
        /// All that were answered so at once; empty for one.
        package var cards: [CardID] = []
        package var response: CardResponse
        /// What the user knows the card by.
        package var title: String
        /// How many cards were answered so at once.
        package var count: Int
        /// How many more were meant, and could not be.
        var stayed = 0
        package var until: Date

        /// By the deed and the card: times lose their fractions on their way through the store.
        fileprivate func isDone(by other: CardResponse, to id: CardID) -> Bool {
            guard card == id || cards.contains(id) else { return false }
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
    /// The last thing done, sent or not; nil once it was undone.
    package private(set) var last: CardResponse?

    /// Notes what has just been stored, and can be undone until then: the store knows when a card expires.
    mutating func record(
        _ response: CardResponse, of card: CardID, among cards: [CardID] = [], title: String, count: Int = 1,
        stayed: Int = 0, until: Date?, at now: Date
    ) {
        last = response
        let until = until ?? now.addingTimeInterval(length)
        guard until > now else { return }
        held.append(
            Action(
                card: card, cards: cards, response: response, title: title, count: count, stayed: stayed,
                until: until))
    }

    /// Whether the last held answer to a card was given to marked cards.
    func isOfMarks(_ card: CardID) -> Bool { held.last { $0.card == card }?.cards.isEmpty == false }

    /// The server has it, or it was undone.
    mutating func end(_ response: CardResponse, of card: CardID, isUndone: Bool) {
        if let index = held.lastIndex(where: { $0.isDone(by: response, to: card) }) { held.remove(at: index) }
        if isUndone { last = held.last?.response }
    }

    /// The answer to a card is withdrawn alone; those to others that were answered at once stay.
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

    /// A card was woken: there is no snooze of it to undo any more.
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

    /// The whole seconds that are left for the newest action.
    package func secondsLeft(at now: Date) -> Int? {
        held.last.map { max(1, Int($0.until.timeIntervalSince(now).rounded(.up))) }
    }

    /// When the seconds left change, or there are none any more.
    package func deadline(after now: Date) -> Date? {
        guard let action = held.last, let seconds = secondsLeft(at: now) else { return nil }
        return action.until.addingTimeInterval(-Double(seconds - 1))
    }
}
