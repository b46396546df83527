package import CardSources
package import Cards

package import struct Foundation.Date

/// A user's action on its way to the server.
package struct OutboxRecord: Hashable, Sendable {
    package var key: ActionKey
    package var streamID: StreamID
    package var cardID: CardID
    package var response: CardResponse
    package var createdAt: Date
    /// Deliveries begun so far, but for those of which nothing left. Above zero the server may have it already.
    package var attempts: Int
    package var nextAttempt: Date
    package var refusedReason: String?
    /// The row of the history it belongs to, maybe with others that were done at once.
    package var history: Int64?
    /// What is reported to the publisher once the server has it, as it is sent; empty for nothing.
    package var report: [UInt8]
    /// See ``CardSources/ActionRequest/proof``.
    package var proof: AnswerProof?
    /// What the user entered for it; stays on this machine.
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

    /// What is sent. Equal at every attempt, as the key demands.
    package var request: ActionRequest {
        ActionRequest(key: key, streamID: streamID, cardID: cardID, response: response, at: createdAt, proof: proof)
    }
}

/// The actions that can be delivered now, and the time of the next one.
package struct OutboxWork: Hashable, Sendable {
    /// The oldest action of each card, where it is due; oldest first.
    package var due: [OutboxRecord]
    /// When the next action that waits for its time is due; nil when none waits.
    package var nextAttempt: Date?
    /// Whether there are actions that cannot be read, see ``CardDatabase/setUnreadableAside(at:)``.
    package var hasUnreadable = false
}

/// An action that was taken out of the outbox because its card ended before the action left this machine.
package struct EndedAction: Hashable, Sendable {
    package var action: OutboxRecord
    /// How the card ended.
    package var status: CardStatus
}

/// How many actions wait and how many need the user.
package struct OutboxCounts: Hashable, Sendable {
    package var waiting: Int
    package var refused: Int
    /// When the first of those that are held back may go, which are not counted before; nil when there are none.
    package var heldUntil: Date?

    package init(waiting: Int = 0, refused: Int = 0, heldUntil: Date? = nil) {
        self.waiting = waiting
        self.refused = refused
        self.heldUntil = heldUntil
    }
}

/// The outcome of an attempt to deliver an action.
package enum DeliveryResult: Hashable, Sendable {
    /// Without a receipt, the card's state shows that the source has it.
    case accepted(ActionReceipt?)
    /// It is for this machine alone, such as a snooze that the source does not keep.
    case kept
    /// The card was closed meanwhile, so that there is nothing left to do with it.
    case superseded
    /// A snooze whose time was over before it arrived: the card is where it should be.
    case lapsed
    /// For good. Shown on the card until the user retries or discards it.
    case refused(reason: String)
    case retry(at: Date)
    /// Nothing of it has left this machine: the attempt counts for nothing, and may be made again.
    case unsent
}

/// How an action stands.
package enum DeliveryState: Hashable, Sendable {
    case waiting
    case refused(reason: String)
    /// It has left the outbox.
    case ended(ActionEnd)
}

/// What to do about an action whose key is too old to be sent again.
package enum Reconciliation: Hashable, Sendable {
    /// The server's state shows that it was done; it has left the outbox.
    case applied
    /// It was not done; the action has a new key and may be sent.
    case renewed
    /// It has left the outbox meanwhile, for another reason.
    case gone
}
