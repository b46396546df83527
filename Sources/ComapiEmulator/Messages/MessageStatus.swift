/// How far a message has come with a profile.
enum MessageStatus: String, Hashable, Sendable, CaseIterable {
    case delivered
    case read

    /// `read` replaces `delivered`; `delivered` never replaces `read`, whichever comes first.
    func replaces(_ other: MessageStatus?) -> Bool { self == .read || other != .read }
}
