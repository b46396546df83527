package import Cards
import FeedAPI

/// The state of a card in its lifecycle, and how responses and time change it. Times are in milliseconds since 1970.
///
/// Viewers apply the same rules to their copies of cards before the server responds.
package struct CardLife: Hashable, Sendable {
    package var status: CardStatus
    package var vote: Card.Vote?
    /// When a snoozed card returns; nil for other statuses.
    package var snoozedUntil: Int64?
    /// The end of the embargo; nil for a card without an embargo.
    package var publishAt: Int64?
    /// When the card expires; nil for never.
    package var expiresAt: Int64?
    package var createdAt: Int64
    /// The time of the last change.
    package var updatedAt: Int64
    /// When the card last became active: when it was published, or when an embargo or snooze ended.
    package var activeAt: Int64

    /// Creates the state of a stored card.
    package init(
        status: CardStatus, vote: Card.Vote? = nil, snoozedUntil: Int64? = nil, publishAt: Int64? = nil,
        expiresAt: Int64? = nil, createdAt: Int64, updatedAt: Int64, activeAt: Int64
    ) {
        self.status = status
        self.vote = vote
        self.snoozedUntil = snoozedUntil
        self.publishAt = publishAt
        self.expiresAt = expiresAt
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.activeAt = activeAt
    }

    /// Creates the state of a card that is published now: expired if `expiresAt` has passed, embargoed before
    /// `publishAt`, otherwise active.
    package init(publishedAt now: Int64, publishAt: Int64?, expiresAt: Int64?) {
        let status: CardStatus =
            if let expiresAt, expiresAt <= now {
                .expired
            } else if let publishAt, publishAt > now {
                .embargoed
            } else {
                .active
            }
        self.init(
            status: status, publishAt: publishAt, expiresAt: expiresAt, createdAt: now, updatedAt: now, activeAt: now)
    }

    /// When the card changes next by itself: the end of its embargo or snooze, or its expiry; nil for never.
    package var deadline: Int64? {
        let wake: Int64? =
            switch status {
            case .active: nil
            case .embargoed: publishAt
            case .snoozed: snoozedUntil
            case .completed, .dismissed, .cancelled, .expired: nil
            }
        guard status.isOpen else { return nil }
        guard let wake, let expiresAt else { return wake ?? expiresAt }
        return min(wake, expiresAt)
    }

    /// Applies the user's response. A snoozed card may be snoozed again or answered; unsnoozing an active card has no
    /// effect.
    ///
    /// - Parameter time: The time of the response. It becomes ``activeAt`` of an unsnoozed card.
    package mutating func apply(_ response: CardResponse, at time: Int64) {
        switch response {
        case .voteUp: vote = .up
        case .voteDown: vote = .down
        case .reply: break
        case .snooze(let until):
            move(to: .snoozed, at: time)
            snoozedUntil = FeedTime.milliseconds(until)
        case .unsnooze: if status == .snoozed { move(to: .active, at: time) }
        case .dismiss: move(to: .dismissed, at: time)
        case .submit: move(to: .completed, at: time)
        }
        updatedAt = time
    }

    /// Applies the passing of time: a card expires after `expiresAt`, and becomes active when its embargo or snooze
    /// ends.
    ///
    /// - Parameter now: The current time. It becomes ``activeAt`` of a card that becomes active, even if the deadline
    ///   was earlier.
    /// - Returns: Whether the card changed.
    @discardableResult
    package mutating func advance(to now: Int64) -> Bool {
        guard let deadline, deadline <= now else { return false }
        if let expiresAt, expiresAt <= now {
            move(to: .expired, at: now)
        } else {
            move(to: .active, at: now)
        }
        return true
    }

    /// Ends the card.
    ///
    /// - Parameter status: A final status: completed, dismissed, cancelled or expired.
    package mutating func close(as status: CardStatus, at time: Int64) { move(to: status, at: time) }

    private mutating func move(to status: CardStatus, at time: Int64) {
        if status == .active, self.status != .active { activeAt = time }
        self.status = status
        snoozedUntil = nil
        updatedAt = time
    }
}
