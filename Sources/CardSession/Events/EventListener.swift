import Basics
internal import Cards

/// An observer of events. Its handler gets one event at a time, and none after ``end()``.
final class EventListener: Sendable {
    /// The maximum number of events queued for a busy handler; older ones are dropped.
    private static let mostWaiting = 1000

    private let isOver = Lock(false)
    private let waiting: AsyncStream<SDKEvent>.Continuation

    /// - Parameters:
    ///   - handler: Called on any thread, one call at a time.
    ///   - onEnd: Called once, after the last call of the handler.
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
