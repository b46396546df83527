import Basics

/// Limits how often the client reports typing to the service: for each conversation, "is typing" and "has stopped" each
/// at most once in ``interval`` seconds.
actor TypingThrottle {
    static let interval = 10.0

    private struct Key: Hashable {
        var conversation: String
        var isTyping: Bool
    }

    private let clock: SyncClock
    private var lastSent: [Key: Double] = [:]

    init(_ clock: SyncClock) { self.clock = clock }

    /// Returns whether to send now. If so, records that it was sent.
    func shouldSend(_ isTyping: Bool, to conversation: String) -> Bool {
        let now = clock.uptime()
        lastSent = lastSent.filter { now - $0.value < Self.interval }
        let key = Key(conversation: conversation, isTyping: isTyping)
        guard lastSent[key] == nil else { return false }
        lastSent[key] = now
        return true
    }
}
