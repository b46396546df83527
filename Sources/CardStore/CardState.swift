import Cards

import struct Foundation.Date

/// What the server says about a card, without its body.
struct CardState: Equatable {
    var sequence: Int64
    var status: CardStatus
    var priority: Int
    var created: Milliseconds
    var updated: Milliseconds
    var active: Milliseconds
    var snoozedUntil: Milliseconds?
    var expires: Milliseconds?
    var vote: Card.Vote?
    /// Known only by its removal, so there is nothing to show.
    var isHollow = false

    /// How long before a card expires its answer leaves at the latest: it takes some time to the server.
    static let expiryMargin: Milliseconds = 1000

    /// When an answer leaves that can be undone for so many seconds: before the card expires, after which the server takes
    /// none.
    func leaving(after seconds: Double, at now: Date) -> Date {
        let latest = now.addingTimeInterval(max(0, seconds))
        guard let expires else { return latest }
        return max(now, min(latest, Date(milliseconds: expires - Self.expiryMargin)))
    }
}

/// What the user sees of a card: the server's state with the user's own, not yet acknowledged responses applied.
/// Computed in one place at every write, so that reads need no logic.
struct CardEffect: Equatable {
    var status: CardStatus
    var active: Milliseconds
    var snoozedUntil: Milliseconds?
    var vote: Card.Vote?
    var delivery: Delivery
    var isVisible: Bool
    /// When this effect has to be computed again, or the card forgotten.
    var deadline: Milliseconds?

    enum Delivery: Int { case none, waiting, refused }

    /// How long a card that is over is remembered, so that a late, older change does not bring it back.
    static let remembrance: Milliseconds = 24 * 3600 * 1000

    /// - Parameters:
    ///   - pending: the card's responses in the outbox, oldest first.
    ///   - isRefused: the first of them was refused for good. Then none counts: those behind it wait, and the card
    ///     is shown whatever its status, because the user has to decide.
    init(of state: CardState, pending: [CardResponse], isRefused: Bool, at now: Milliseconds) {
        status = state.status
        active = state.active
        snoozedUntil = state.snoozedUntil
        vote = state.vote
        delivery = isRefused ? .refused : pending.isEmpty ? .none : .waiting
        isVisible = false
        if !isRefused {
            for response in pending { apply(response) }
        }
        if status == .snoozed, let until = snoozedUntil, until <= now {
            status = .active
            active = max(active, until)
            snoozedUntil = nil
        }
        if status.isOpen, let expires = state.expires, expires <= now { status = .expired }
        isVisible = !state.isHollow && (isRefused || status == .active)
        deadline = nextChange(of: state, at: now)
    }

    private mutating func apply(_ response: CardResponse) {
        switch response {
        case .voteUp: vote = .up
        case .voteDown: vote = .down
        case .dismiss, .submit: status = response.resultingStatus ?? status
        case .snooze(let until):
            status = .snoozed
            snoozedUntil = until.milliseconds
        case .unsnooze:
            guard status == .snoozed else { return }
            status = .active
            snoozedUntil = nil
        }
    }

    private func nextChange(of state: CardState, at now: Milliseconds) -> Milliseconds? {
        if delivery == .refused { return nil }
        if state.isHollow || !status.isOpen {
            return delivery == .none ? max(now, state.expires ?? now) + Self.remembrance : nil
        }
        return switch status {
        case .snoozed: [snoozedUntil, state.expires].compactMap(\.self).min()
        default: state.expires
        }
    }
}
