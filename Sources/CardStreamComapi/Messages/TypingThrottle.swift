import Basics

/// Limits how often the service is told that the user types: once in ten seconds for each conversation, and separately
/// that the user has stopped.
actor TypingThrottle {
    static let interval = 10.0

    private struct Key: Hashable {
        var conversation: String
        var isTyping: Bool
    }

    private let clock: SyncClock
    private var lastSent: [Key: Double] = [:]

    init(_ clock: SyncClock) { self.clock = clock }

    /// Whether to send now; counts as sent if so.
    func shouldSend(_ isTyping: Bool, to conversation: String) -> Bool {
        let now = clock.uptime()
        lastSent = lastSent.filter { now - $0.value < Self.interval }
        let key = Key(conversation: conversation, isTyping: isTyping)
        guard lastSent[key] == nil else { return false }
        lastSent[key] = now
        return true
    }
}
