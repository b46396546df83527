import Cards
import FeedEngine

import struct Foundation.Date

/// The server's state of a card, without its body.
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
    /// Whether the user has read the card; nil if the source does not track it.
    var isRead: Bool?
    /// Whether only a removal of the card was received, so that there is nothing to show.
    var isRemovalOnly = false

    /// The state in the form in which the rules of feeds apply to it.
    var life: CardLife {
        CardLife(
            status: status, vote: vote, snoozedUntil: snoozedUntil, expiresAt: expires, createdAt: created,
            updatedAt: updated, activeAt: active)
    }

    /// How long before a card expires an answer is sent at the latest, in milliseconds: it takes some time to reach the
    /// server.
    static let expiryMargin: Milliseconds = 1000

    /// The time at which to send an answer that can be undone for a number of seconds. It is before the card expires,
    /// because the server accepts no answer after that.
    func leaving(after seconds: Double, at now: Date) -> Date {
        let latest = now.addingTimeInterval(max(0, seconds))
        guard let expires else { return latest }
        return max(now, min(latest, Date(milliseconds: expires - Self.expiryMargin)))
    }
}

/// What the user sees of a card: the server's state with the user's unacknowledged responses applied. Computed in one
/// place at every write, so that reads need no logic.
struct CardEffect: Equatable {
    var status: CardStatus
    var active: Milliseconds
    var snoozedUntil: Milliseconds?
    var vote: Card.Vote?
    var delivery: Delivery
    var isVisible: Bool
    /// When this effect must be computed again, or the card deleted; nil for never.
    var deadline: Milliseconds?

    enum Delivery: Int { case none, waiting, refused }

    /// How long a card that has ended is kept, in milliseconds, so that a late, older change does not bring it back.
    static let endedCardRetention: Milliseconds = 24 * 3600 * 1000

    /// - Parameters:
    ///   - pending: The card's responses in the outbox, oldest first.
    ///   - isRefused: Whether the first of them was permanently refused. Then none has an effect, because the others
    ///     wait behind it. The card is shown whatever its status, because the user has to decide.
    init(of state: CardState, pending: [CardResponse], isRefused: Bool, at now: Milliseconds) {
        var life = state.life
        if !isRefused {
            // A card that the user wakes keeps its place until the server responds.
            for response in pending { life.apply(response, at: life.activeAt) }
        }
        let wake = life.snoozedUntil
        if life.advance(to: now), life.status == .active, let wake {
            // The place must not depend on when this is computed.
            life.activeAt = max(state.active, wake)
        }
        status = life.status
        active = life.activeAt
        snoozedUntil = life.snoozedUntil
        vote = life.vote
        delivery = isRefused ? .refused : pending.isEmpty ? .none : .waiting
        isVisible = !state.isRemovalOnly && (isRefused || status == .active)
        deadline =
            switch delivery {
            case .refused: nil
            case .waiting where state.isRemovalOnly || !status.isOpen: nil
            case .none where state.isRemovalOnly || !status.isOpen:
                max(now, state.expires ?? now) + Self.endedCardRetention
            case .none, .waiting: life.deadline
            }
    }
}
