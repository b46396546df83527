package import Cards

/// What became of a question about what the user did or put off.
package enum HistoryEvent: Hashable, Sendable {
    case history([PastAction])
    case snoozed([SnoozedCard])
    case woken(CardID, StreamID)
    case failed(reason: String)
}
