import Cards
import FeedAPI
import FeedEngine

import struct Foundation.Date

extension FeedServer {
    /// The number of requests that wait for the outcome of a card.
    package var waitingOutcomes: Int { get async { await service.feedWaiters.count } }
}

extension FeedService {
    /// Waits until a card has ended. If the client sent a tag, also returns when the outcome differs from that version.
    ///
    /// - Parameters:
    ///   - seconds: The maximum wait; 0 does not wait.
    ///   - known: The entity tag of the response that the client has; nil if it has none.
    /// - Returns: The outcome as JSON, and its entity tag.
    func outcome(
        _ id: CardID, environment: EnvironmentID, waiting seconds: Int, known: String?
    ) async throws(Problem) -> (body: [UInt8], tag: String) {
        let end = clock.now().addingTimeInterval(Double(min(seconds, Self.longestWait)))
        let first = try await outcome(id, environment: environment)
        let feed = FeedKey(environment: environment, user: first.user, streamID: first.streamID)
        let (number, signal) = await feedWaiters.enter(feed)
        do throws(Problem) {
            while true {
                let outcome = try await outcome(id, environment: environment)
                let body = FeedCoder.encode(outcome)
                let tag = Self.tag(of: body)
                let isChanged = !outcome.status.isOpen || known.map { $0 != tag } ?? false
                let mayWait = await !feedWaiters.isClosed && clock.now() < end && !Task.isCancelled
                if isChanged || !mayWait {
                    await feedWaiters.leave(number, of: feed)
                    return (body, tag)
                }
                await wait(for: signal, until: end)
            }
        } catch {
            await feedWaiters.leave(number, of: feed)
            throw error
        }
    }
}
