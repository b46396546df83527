package import Cards

package import struct Foundation.Date

/// What is asked about marked cards, and how they are answered.
package enum MarksEffect: Equatable, Sendable {
    /// Find out which cards of the stream get through the filter, with ends those between; answer with
    /// ``MarksEvent/read(_:_:)``, which holds those that are marked already as well.
    case read(ContainerID, FeedQuery, from: CardID?, to: CardID?, joining: Set<CardID>)
    /// Find out which of these cards get through the filter; answer with ``MarksEvent/read(_:_:)``.
    case match(ContainerID, FeedQuery, Set<CardID>)
    /// Look which of the marked cards allow something; answer with ``MarksEvent/reviewed(_:)``.
    case review(ContainerID, StreamID, Set<CardID>, BulkAction)
    /// Store one response to many cards; answer with ``MarksEvent/settled(_:_:_:)``.
    case respond(BulkPlan, CardResponse)
}

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
