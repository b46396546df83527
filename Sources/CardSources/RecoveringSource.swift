/// A source that detects when the reason for a failure is gone, for example when a user is configured again. For other
/// sources, the session retries after a delay.
public protocol RecoveringSource: CardSource {
    /// Emits an element each time another attempt may succeed; none while the session follows the source.
    func recoveries() async -> AsyncStream<Void>
}
