/// A source that notices by itself when what kept it from working is over, for example that a user is set again. Without it the
/// session tries again after a while.
public protocol RecoveringSource: CardSource {
    /// An element for each time at which another attempt may succeed. Nothing comes while the source is followed.
    func recoveries() async -> AsyncStream<Void>
}
