internal import Basics
internal import Canvas
internal import Cards
internal import FeedAPI
internal import FeedSync

/// Reports received notifications to the server, and retries until the server accepts the report. The server identifies
/// duplicate reports by their ids.
final class ReceiptQueue: Sendable {
    /// The maximum number of queued records; the oldest are dropped.
    static let most = AnalyticsBatch.mostRecords

    private let buffer: AnalyticsBuffer
    private let sender = Lock<AnalyticsSender?>(nil)

    /// - Parameter records: Unsent records of an earlier run.
    init(_ records: [AnalyticsRecord]) { buffer = AnalyticsBuffer(records, limit: Self.most) }

    /// Records that the server has not accepted yet.
    var records: [AnalyticsRecord] { buffer.records }

    /// Sends over this connection from now on, starting with queued records.
    ///
    /// - Parameters:
    ///   - sink: The destination; nil for a source that accepts no events. Records then wait for another source.
    ///   - tokens: The tokens of the connection; nil if it needs none.
    ///   - onChange: Called when records were sent and no longer need to be stored.
    func use(
        _ sink: (any AnalyticsSink)?, tokens: TokenCache?, onChange: @escaping @Sendable () async -> Void
    ) async {
        buffer.onRemoval(onChange)
        let next = sink.map { sender(to: $0, tokens) }
        let former = sender.withLock { sender in
            defer { sender = next }
            return sender
        }
        await former?.stop()
        await next?.begin()
    }

    /// Queues records, and returns without waiting for the server.
    func add(_ more: [AnalyticsRecord]) async {
        let surplus = buffer.add(more)
        if surplus > 0 {
            let dropped =
                surplus == 1
                ? "1 report of a received notification was dropped"
                : "\(surplus) reports of received notifications were dropped"
            Console.error("\(dropped): too many reports are waiting to be sent")
        }
        await sender.withLock { $0 }?.wake()
    }

    /// Tries once to send all queued records. The next run sends the rest.
    func finish() async {
        // Records that could not be sent stay in the queue.
        try? await sender.withLock { $0 }?.flush()
    }

    private func sender(to sink: any AnalyticsSink, _ tokens: TokenCache?) -> AnalyticsSender {
        AnalyticsSender(
            queue: buffer, interval: 0,
            events: AnalyticsSender.Events(
                unauthorised: { await tokens?.invalidate() },
                refused: { count, reason in
                    let records = count == 1 ? "the record of a received notification" : "\(count) records"
                    Console.error("the server refused \(records): \(SafeText(reason).string)")
                })
        ) { records throws(SourceError) in
            do throws(SourceError) { return try await sink.sendAnalytics(records) } catch {
                // A server that has no such endpoint will never accept records, so they are dropped.
                guard case .refused(let refusal) = error, refusal.reason == .notFound else { throw error }
                return AnalyticsReceipt(accepted: 0)
            }
        }
    }
}
