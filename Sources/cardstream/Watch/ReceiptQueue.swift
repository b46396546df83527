internal import Basics
internal import Canvas
internal import Cards
internal import FeedAPI
internal import FeedSync

/// Tells the server which notifications arrived: each until the server took it, at least once, under an id by which it counts
/// once.
final class ReceiptQueue: Sendable {
    /// More do not wait: the oldest go.
    static let most = AnalyticsBatch.mostRecords
    /// Bytes of one batch, but for a record that is longer by itself.
    private static let batchBytes = 256 * 1024

    private struct State {
        var records: [AnalyticsRecord]
        var sink: (any AnalyticsSink)?
        var onChange: @Sendable () async -> Void = {}
        var sending: Task<Void, Never>?
    }

    private let state: Lock<State>
    private let backoff: Backoff

    /// - Parameter records: What an earlier run left.
    init(_ records: [AnalyticsRecord], backoff: Backoff = Backoff()) {
        state = Lock(State(records: records))
        self.backoff = backoff
    }

    /// What the server has not taken yet.
    var records: [AnalyticsRecord] { state.withLock { $0.records } }

    /// Sends over this connection from here on, what waits already at once.
    ///
    /// - Parameters:
    ///   - sink: Nil for a source that takes no events: then they wait for another one.
    ///   - onChange: Something was sent, and need not be kept any more.
    func use(_ sink: (any AnalyticsSink)?, onChange: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.sink = sink
            state.onChange = onChange
            state.sending?.cancel()
            state.sending = nil
        }
        send()
    }

    /// Returns at once.
    func add(_ more: [AnalyticsRecord]) {
        let surplus = state.withLock { state in
            state.records += more
            let surplus = max(0, state.records.count - Self.most)
            state.records.removeFirst(surplus)
            return surplus
        }
        if surplus > 0 {
            Console.error("the server is not told that \(surplus) notifications arrived: too many wait to be told")
        }
        send()
    }

    /// Tries all once more, now, and returns when that is over: what is left is there for the next run.
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
                // Cancelled when it is no longer wanted.
                try? await Task.sleep(for: .seconds(pause))
            } else {
                attempts = 0
                // Whoever adds one later begins anew.
                let isOver = state.withLock { state in
                    guard state.records.isEmpty, !Task.isCancelled else { return Task.isCancelled }
                    state.sending = nil
                    return true
                }
                if isOver { return }
            }
        }
    }

    /// Why the server did not take what waits; nil when it did, or never will.
    private func sendOnce() async -> SourceError? {
        let (sink, batch, onChange) = state.withLock { ($0.sink, Self.batch(of: $0.records), $0.onChange) }
        guard let sink, !batch.isEmpty else { return nil }
        do throws(SourceError) {
            if let first = try await sink.sendAnalytics(batch).refused.first {
                let reason = first.detail ?? first.expected ?? "it is not valid"
                Console.error("the server did not take that a notification arrived: \(SafeText(reason).string)")
            }
        } catch {
            guard case .refused(let refusal) = error,
                [.invalid, .badAction, .keyReused, .notFound].contains(refusal.reason)
            else {
                return error
            }
            // A server that takes no events is not owed any, and one that cannot take these never will.
            if refusal.reason != .notFound {
                Console.error("the server is not told that notifications arrived: \(refusal.explanation)")
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
