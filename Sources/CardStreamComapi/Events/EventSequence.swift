/// Finds out from the numbers of a conversation's events which of them are missing.
struct EventSequence: Sendable {
    private var latest: [String: Int] = [:]

    /// The conversations with a known event.
    var conversations: [String] { latest.keys.sorted() }

    /// The newest event of a conversation up to which none is missing; nil for an unknown conversation.
    func latest(of conversation: String) -> Int? { latest[conversation] }

    /// The events between the newest known one and this one; nil if none is missing.
    func missing(before event: Int, in conversation: String) -> ClosedRange<Int>? {
        // The service says which numbers these are; none may be too large to count on from.
        guard let known = latest[conversation], event > known, event > known + 1 else { return nil }
        return known + 1...event - 1
    }

    /// Everything up to an event is known.
    mutating func advance(to event: Int, in conversation: String) {
        latest[conversation] = max(latest[conversation] ?? event, event)
    }

    mutating func forget(_ conversation: String) { latest[conversation] = nil }
}
