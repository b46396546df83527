import Cards
import FeedEngine

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
    /// Whether the user has read it; nil where the source does not say.
    var isRead: Bool?
    /// Known only by its removal, so there is nothing to show.
    var isHollow = false

    /// The same by the rules of feeds.
    var life: CardLife {
        CardLife(
            status: status, vote: vote, snoozedUntil: snoozedUntil, expiresAt: expires, createdAt: created,
            updatedAt: updated, activeAt: active)
    }

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
        var life = state.life
        if !isRefused {
            // A card that its user wakes keeps its place until the server answers.
            for response in pending { life.apply(response, at: life.activeAt) }
        }
        let wake = life.snoozedUntil
        if life.advance(to: now), life.status == .active, let wake {
            // Whenever this is computed again, the place stays the same.
            life.activeAt = max(state.active, wake)
        }
        status = life.status
        active = life.activeAt
        snoozedUntil = life.snoozedUntil
        vote = life.vote
        delivery = isRefused ? .refused : pending.isEmpty ? .none : .waiting
        isVisible = !state.isHollow && (isRefused || status == .active)
        deadline =
            switch delivery {
            case .refused: nil
            case .waiting where state.isHollow || !status.isOpen: nil
            case .none where state.isHollow || !status.isOpen: max(now, state.expires ?? now) + Self.remembrance
            case .none, .waiting: life.deadline
            }
    }
}
