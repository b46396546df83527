/// Detects missing events of conversations by their event numbers.
struct EventSequence: Sendable {
    private var latest: [String: Int] = [:]

    /// The ids of the conversations with a known event, sorted.
    var conversations: [String] { latest.keys.sorted() }

    /// The greatest event number up to which no event of a conversation is missing; nil for an unknown conversation.
    func latest(of conversation: String) -> Int? { latest[conversation] }

    /// The numbers of the events between the newest known one and this one; nil if none is missing.
    func missing(before event: Int, in conversation: String) -> ClosedRange<Int>? {
        // The numbers come from the service, so they can be too large to add 1 without overflow: compare first.
        guard let known = latest[conversation], event > known, event > known + 1 else { return nil }
        return known + 1...event - 1
    }

    /// Records that all events up to one are known.
    mutating func advance(to event: Int, in conversation: String) {
        latest[conversation] = max(latest[conversation] ?? event, event)
    }

    mutating func forget(_ conversation: String) { latest[conversation] = nil }
}
