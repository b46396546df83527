internal import Basics
internal import Canvas
internal import Cards
internal import FeedAPI
internal import FeedSync

/// Reports received notifications to the server, each at least once until it is accepted; the server counts it once by
/// its id.
final class ReceiptQueue: Sendable {
    /// The maximum number of queued records; the oldest are dropped.
    static let most = AnalyticsBatch.mostRecords
    /// The maximum size of a batch in bytes, unless a single record is larger.
    private static let batchBytes = 256 * 1024

    private struct State {
        var records: [AnalyticsRecord]
        var sink: (any AnalyticsSink)?
        var onChange: @Sendable () async -> Void = {}
        var sending: Task<Void, Never>?
    }

    private let state: Lock<State>
    private let backoff: Backoff

    /// - Parameter records: Unsent records of an earlier run.
    init(_ records: [AnalyticsRecord], backoff: Backoff = Backoff()) {
        state = Lock(State(records: records))
        self.backoff = backoff
    }

    /// Records that the server has not accepted yet.
    var records: [AnalyticsRecord] { state.withLock { $0.records } }

    /// Sends over this connection from now on, starting with queued records.
    ///
    /// - Parameters:
    ///   - sink: Nil for a source that accepts no events; records then wait for another one.
    ///   - onChange: Called when records were sent and need not be stored any more.
    func use(_ sink: (any AnalyticsSink)?, onChange: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.sink = sink
            state.onChange = onChange
            state.sending?.cancel()
            state.sending = nil
        }
        send()
    }

    /// Queues records and returns at once.
    func add(_ more: [AnalyticsRecord]) {
        let surplus = state.withLock { state in
            state.records += more
            let surplus = max(0, state.records.count - Self.most)
            state.records.removeFirst(surplus)
            return surplus
        }
        if surplus > 0 {
            Console.error("records of \(surplus) received notifications are lost: too many wait to be sent")
        }
        send()
    }

    /// Tries to send all records once more, and returns afterwards: the next run sends the rest.
    func finish() async {
        let sending = state.withLock { state in
            defer { state.sending = nil }
            return state.sending
        }
        sending?.cancel()
        await sending?.value
        guard state.withLock({ $0.sink != nil }) else { return }
        while await sendOnce() == nil, !records.isEmpty {}
    }

    private func send() {
        state.withLock { state in
            guard state.sending == nil, state.sink != nil, !state.records.isEmpty else { return }
            state.sending = Task { await sendUntilDone() }
        }
    }

    private func sendUntilDone() async {
        var attempts = 0
        while !Task.isCancelled {
            if let failure = await sendOnce() {
                attempts += 1
                let asked: Double? = if case .refused(let refusal) = failure { refusal.retryAfter } else { nil }
                let pause = backoff.delay(attempt: attempts, retryAfter: asked, random: .random(in: 0..<1))
                // Cancellation only means that the timer is no longer needed.
                try? await Task.sleep(for: .seconds(pause))
            } else {
                attempts = 0
                // A record that is added later starts another loop.
                let isOver = state.withLock { state in
                    guard state.records.isEmpty, !Task.isCancelled else { return Task.isCancelled }
                    state.sending = nil
                    return true
                }
                if isOver { return }
            }
        }
    }

    /// Sends queued records once. Returns why the server did not accept them; nil if it did or never will.
    private func sendOnce() async -> SourceError? {
        let (sink, batch, onChange) = state.withLock { ($0.sink, Self.batch(of: $0.records), $0.onChange) }
        guard let sink, !batch.isEmpty else { return nil }
        do throws(SourceError) {
            if let first = try await sink.sendAnalytics(batch).refused.first {
                let reason = first.detail ?? first.expected ?? "it is not valid"
                Console.error("the server refused the record of a received notification: \(SafeText(reason).string)")
            }
        } catch {
            guard case .refused(let refusal) = error,
                [.invalid, .badAction, .keyReused, .notFound].contains(refusal.reason)
            else {
                return error
            }
            // Nothing is sent to a server that accepts no events; records that it can never accept are dropped.
            if refusal.reason != .notFound {
                Console.error("records of received notifications are not sent: \(refusal.explanation)")
            }
        }
        let told = Set(batch.map(\.id))
        state.withLock { $0.records.removeAll { told.contains($0.id) } }
        await onChange()
        return nil
    }

    private static func batch(of records: [AnalyticsRecord]) -> [AnalyticsRecord] {
        var bytes = 0
        let count = records.prefix { record in
            bytes += FeedCoder.encode(record).count
            return bytes <= batchBytes
        }.count
        return Array(records.prefix(max(1, count)))
    }
}
