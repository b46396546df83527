package import CardSources
package import Cards

package import struct Foundation.Date

/// A live feed of a source that keeps its cards in tables. It delivers the changes that the source receives.
package final class VendorFeed: LiveFeed {
    package let events: AsyncThrowingStream<LiveEvent, any Error>
    /// The streams that the session follows.
    package let streams: Set<StreamID>
    private let continuation: AsyncThrowingStream<LiveEvent, any Error>.Continuation
    private let onResume: @Sendable (Subscription, VendorFeed) async throws(SourceError) -> Void
    private let onCheck: @Sendable () async -> Void
    private let onClose: @Sendable (VendorFeed) async -> Void

    /// Creates a feed.
    ///
    /// - Parameters:
    ///   - onResume: Called to resume a subscription, for example with ``begin(_:from:at:)``.
    ///   - onCheck: Called to check whether the service still responds. Does nothing by default, for a source that
    ///     monitors its connection anyway.
    ///   - onClose: Called when the feed is closed.
    package init(
        _ streams: Set<StreamID>,
        onResume: @escaping @Sendable (Subscription, VendorFeed) async throws(SourceError) -> Void,
        onCheck: @escaping @Sendable () async -> Void = {},
        onClose: @escaping @Sendable (VendorFeed) async -> Void
    ) {
        self.streams = streams
        self.onResume = onResume
        self.onCheck = onCheck
        self.onClose = onClose
        (events, continuation) = AsyncThrowingStream.makeStream()
    }

    package var serverTime: Date? { nil }

    package func send(_ event: LiveEvent) { continuation.yield(event) }
    package func end(_ error: SourceError?) { continuation.finish(throwing: error) }

    /// Sends the changes that a subscription has missed.
    package func begin(_ subscription: Subscription, from table: CardTable, at now: Date) throws(SourceError) {
        var known: Int64 = -1
        if let cursor = subscription.since {
            guard let position = table.position(of: cursor) else {
                send(.cursorExpired(subscription.streamID))
                return
            }
            known = position
        }
        if let delta = try table.delta(since: known, at: now) { send(.changes(delta)) }
        send(.caughtUp(subscription.streamID))
    }

    package func resume(_ subscription: Subscription) async throws(SourceError) {
        try await onResume(subscription, self)
    }

    package func check() async { await onCheck() }

    package func close() async {
        await onClose(self)
        continuation.finish()
    }
}
