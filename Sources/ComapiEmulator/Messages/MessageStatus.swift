/// How far a message has reached a profile.
enum MessageStatus: String, Hashable, Sendable, CaseIterable {
    case delivered
    case read

    /// Whether this status replaces another one. `read` replaces `delivered`, but `delivered` never replaces `read`.
    func replaces(_ other: MessageStatus?) -> Bool { self == .read || other != .read }
}
