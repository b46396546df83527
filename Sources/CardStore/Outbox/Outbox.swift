package import CardSources
package import Cards

package import struct Foundation.Date

/// A user's action in the outbox.
package struct OutboxRecord: Hashable, Sendable {
    package var key: ActionKey
    package var streamID: StreamID
    package var cardID: CardID
    package var response: CardResponse
    package var createdAt: Date
    /// The number of deliveries begun so far, without those of which nothing was sent. If it is above zero, the server
    /// may have the action.
    package var attempts: Int
    package var nextAttempt: Date
    package var refusedReason: String?
    /// The row of the history entry, possibly shared with other actions that were made together.
    package var history: Int64?
    /// The encoded record for the publisher, which is queued once the server has accepted the action; empty for none.
    package var report: [UInt8]
    /// See ``CardSources/ActionRequest/proof``.
    package var proof: AnswerProof?
    /// What the user entered for the action. It stays on this machine.
    package var entered: JSONObject

    package init(
        key: ActionKey, streamID: StreamID, cardID: CardID, response: CardResponse, createdAt: Date, attempts: Int = 0,
        nextAttempt: Date, refusedReason: String? = nil, history: Int64? = nil,
        report: [UInt8] = [], proof: AnswerProof? = nil, entered: JSONObject = [:]
    ) {
        self.key = key
        self.streamID = streamID
        self.cardID = cardID
        self.response = response
        self.createdAt = createdAt
        self.attempts = attempts
        self.nextAttempt = nextAttempt
        self.refusedReason = refusedReason
        self.history = history
        self.report = report
        self.proof = proof
        self.entered = entered
    }

    /// The request to send. It is the same for every attempt, because the key requires it.
    package var request: ActionRequest {
        ActionRequest(key: key, streamID: streamID, cardID: cardID, response: response, at: createdAt, proof: proof)
    }
}

/// The actions that can be delivered now, and the time of the next one.
package struct OutboxWork: Hashable, Sendable {
    /// The oldest action of each card if it is due; oldest first.
    package var due: [OutboxRecord]
    /// When the next waiting action is due; nil if none waits.
    package var nextAttempt: Date?
    /// Whether there are actions that cannot be read, see ``CardDatabase/setUnreadableAside(at:)``.
    package var hasUnreadable = false
}

/// An action that was removed from the outbox because its card ended before the action was sent.
package struct EndedAction: Hashable, Sendable {
    package var action: OutboxRecord
    /// How the card ended.
    package var status: CardStatus
}

/// The number of actions that wait, and of those that were refused.
package struct OutboxCounts: Hashable, Sendable {
    package var waiting: Int
    package var refused: Int
    /// When the first held action may be sent; nil if there are none. Held actions are not counted.
    package var heldUntil: Date?

    package init(waiting: Int = 0, refused: Int = 0, heldUntil: Date? = nil) {
        self.waiting = waiting
        self.refused = refused
        self.heldUntil = heldUntil
    }
}

/// The result of an attempt to deliver an action.
package enum DeliveryResult: Hashable, Sendable {
    /// The source has it. Without a receipt, this was concluded from the card's state.
    case accepted(ActionReceipt?)
    /// It only applies to this machine, such as a snooze that the source does not store.
    case kept
    /// The card was closed in the meantime, so there is nothing left to do.
    case superseded
    /// A snooze that ended before it was sent: the card is already as it should be.
    case lapsed
    /// Permanently refused. Shown on the card until the user retries or discards it.
    case refused(reason: String)
    case retry(at: Date)
    /// Nothing was sent: the attempt does not count, and may be repeated.
    case unsent
}

/// The state of an action's delivery.
package enum DeliveryState: Hashable, Sendable {
    case waiting
    case refused(reason: String)
    /// It is no longer in the outbox.
    case ended(ActionEnd)
}

/// What to do about an action whose key is too old to be sent again.
package enum Reconciliation: Hashable, Sendable {
    /// The server's state shows that it was performed. It was removed from the outbox.
    case applied
    /// It was not performed. It has a new key and may be sent.
    case renewed
    /// It was removed from the outbox in the meantime, for another reason.
    case gone
}
