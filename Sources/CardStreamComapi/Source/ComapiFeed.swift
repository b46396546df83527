import CardSources
import Cards

import struct Foundation.Date

/// A live feed of conversations: what the source's WebSocket brings, as changes of cards.
final class ComapiFeed: LiveFeed {
    let events: AsyncThrowingStream<LiveEvent, any Error>
    private let continuation: AsyncThrowingStream<LiveEvent, any Error>.Continuation
    private let source: ComapiSource

    init(_ source: ComapiSource) {
        self.source = source
        (events, continuation) = AsyncThrowingStream.makeStream()
    }

    var serverTime: Date? { nil }

    func send(_ event: LiveEvent) { continuation.yield(event) }
    func end(_ error: SourceError?) { continuation.finish(throwing: error) }

    func resume(_ subscription: Subscription) async throws(SourceError) {
        try await source.begin(subscription, in: self)
    }

    func close() async {
        await source.end(self)
        continuation.finish()
    }
}
