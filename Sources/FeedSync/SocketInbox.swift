import FeedAPI

/// Frames that have arrived and are not stored yet. While one transaction runs the next frames gather here and then
/// share one.
struct SocketInbox {
    /// Frames held at most; further ones stay in the connection's own, bounded buffer.
    static let limit = 64

    var frames: [PushFrame] = []
    var processing: Task<Void, Never>?
}
