import CardSources
import Cards

import struct Foundation.Date

/// A live feed of an account: what pushes and the times of the newest messages announce, as changes of cards.
final class CordialFeed: LiveFeed {
    let events: AsyncThrowingStream<LiveEvent, any Error>
    private let continuation: AsyncThrowingStream<LiveEvent, any Error>.Continuation
    private let source: CordialSource
    let streams: Set<StreamID>

    init(_ source: CordialSource, streams: Set<StreamID>) {
        self.source = source
        self.streams = streams
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
