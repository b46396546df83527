package import Cards

package import struct Foundation.Date

/// A query of marked cards, or an answer to them.
package enum MarksEffect: Equatable, Sendable {
    /// Read which cards of the stream match the filter, limited to those between the ends if given. The result is
    /// ``MarksEvent/read(_:_:)``, which includes the cards that are already marked.
    case read(ContainerID, FeedQuery, from: CardID?, to: CardID?, joining: Set<CardID>)
    /// Read which of these cards match the filter. The result is ``MarksEvent/read(_:_:)``.
    case match(ContainerID, FeedQuery, Set<CardID>)
    /// Determine which of the marked cards allow an action. The result is ``MarksEvent/reviewed(_:)``.
    case review(ContainerID, StreamID, Set<CardID>, BulkAction)
    /// Store one response to many cards. The result is ``MarksEvent/settled(_:_:_:)``.
    case respond(BulkPlan, CardResponse)
}

/// The result of a ``MarksEffect``.
package enum MarksEvent: Hashable, Sendable {
    case read(ContainerID, MarksOutcome)
    case reviewed(ReviewOutcome)
    case settled(BulkPlan, CardResponse, BulkOutcome)
}

/// The requested marks, including the earlier ones.
package enum MarksOutcome: Hashable, Sendable {
    case read(Set<CardID>)
    case failed(reason: String)
}

package enum ReviewOutcome: Hashable, Sendable {
    case reviewed(BulkPlan)
    case failed(reason: String)
}

/// The result of an answer to many cards.
package enum BulkOutcome: Hashable, Sendable {
    /// The number of responses in the outbox. None of them is sent before `until`, or, if nil, before the undo window
    /// ends.
    case queued(Int, until: Date? = nil)
    case failed(reason: String)
}
