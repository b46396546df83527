import Basics
internal import Cards

/// Whoever observes events: is called with one after the other, and with none once it is replaced.
final class EventListener: Sendable {
    /// Events that wait for a handler that is busy; then the oldest go.
    private static let mostWaiting = 1000

    private let isOver = Lock(false)
    private let waiting: AsyncStream<SDKEvent>.Continuation

    /// - Parameters:
    ///   - handler: Called on no particular thread, one call after the other.
    ///   - onEnd: Called once, after its last call.
    init(_ handler: @escaping @Sendable (SDKEvent) -> Void, onEnd: @escaping @Sendable () -> Void = {}) {
        let (events, waiting) = AsyncStream.makeStream(
            of: SDKEvent.self, bufferingPolicy: .bufferingNewest(Self.mostWaiting))
        self.waiting = waiting
        Task { [isOver] in
            for await event in events where !isOver.withLock({ $0 }) { handler(event) }
            onEnd()
        }
    }

    func handle(_ event: SDKEvent) { waiting.yield(event) }

    func end() {
        isOver.withLock { $0 = true }
        waiting.finish()
    }
}
