package import Cards

package import struct Foundation.Date

/// What became of a question about marked cards, or of an answer to them.
package enum MarksEvent: Hashable, Sendable {
    case read(ContainerID, MarksOutcome)
    case reviewed(ReviewOutcome)
    case settled(BulkPlan, CardResponse, BulkOutcome)
}

/// The marks that were asked for, with those that were there before.
package enum MarksOutcome: Hashable, Sendable {
    case read(Set<CardID>)
    case failed(reason: String)
}

package enum ReviewOutcome: Hashable, Sendable {
    case reviewed(BulkPlan)
    case failed(reason: String)
}

/// How far an answer to many cards got.
package enum BulkOutcome: Hashable, Sendable {
    /// So many are in the outbox; until then, and for the whole undo window without it, none of them leaves.
    case queued(Int, until: Date? = nil)
    case failed(reason: String)
}
