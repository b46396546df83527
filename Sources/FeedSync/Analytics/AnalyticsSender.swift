package import Basics
package import CardSources
package import CardStore
package import Cards
import FeedAPI

/// Sends analytics to the publisher in batches, at least once: a record leaves the queue when the server has responded,
/// and the server counts each record id once. Does nothing while the queue is empty.
package actor AnalyticsSender {
    /// The default interval between batches in seconds (Atomic iOS SDK 26.3, `setEventFlushInterval`).
    package static let standardInterval = 30.0
    /// The minimum interval in seconds.
    package static let leastInterval = 5.0
    /// The delay of the first batch after connecting, in seconds, so that cards are loaded first.
    private static let startDelay = 2.0
    /// The maximum size of a batch in bytes, unless a single record is larger.
    private static let batchBytes = 256 * 1024

    private let deliver: @Sendable ([AnalyticsRecord]) async throws(SourceError) -> AnalyticsReceipt
    private let queue: any AnalyticsQueue
    private let clock: SyncClock
    private let backoff: Backoff
    private let random: @Sendable () -> Double
    private let events: Events
    private var interval: Double
    private var attempts = 0
    private var isStopped = false
    private var timer: Task<Void, Never>?
    /// The last send operation. The next one waits for it.
    private var turn: Task<Result<Void, SourceError>, Never>?
    /// The number of send operations that are in progress or waiting for their turn.
    private var sendCount = 0
    /// Whether records may have been added during a send operation that did not read them.
    private var hasNewRecords = false

    /// Callbacks of the sender.
    package struct Events: Sendable {
        /// The server refused the token.
        package var unauthorised: @Sendable () async -> Void
        /// The server can never accept these records, which are dropped: their number, and the reason for the first.
        package var refused: @Sendable (Int, String) -> Void

        package init(
            unauthorised: @escaping @Sendable () async -> Void = {},
            refused: @escaping @Sendable (Int, String) -> Void = { _, _ in }
        ) {
            self.unauthorised = unauthorised
            self.refused = refused
        }
    }

    /// Sends the records of the card store.
    package init(
        sink: any AnalyticsSink, stored: StoredSource = .connection, database: CardDatabase, clock: SyncClock = .live,
        interval: Double = AnalyticsSender.standardInterval, backoff: Backoff = Backoff(),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }, events: Events = Events()
    ) {
        self.init(
            queue: StoredAnalytics(database: database, source: stored), clock: clock,
            interval: max(Self.leastInterval, interval), backoff: backoff, random: random, events: events
        ) { records throws(SourceError) in try await sink.sendAnalytics(records) }
    }

    /// Sends the records of any queue.
    ///
    /// - Parameters:
    ///   - interval: The interval between batches in seconds; 0 sends each record at once.
    ///   - deliver: Sends a batch; see ``CardSources/AnalyticsSink/sendAnalytics(_:)``.
    package init(
        queue: any AnalyticsQueue, clock: SyncClock = .live, interval: Double, backoff: Backoff = Backoff(),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }, events: Events = Events(),
        deliver: @escaping @Sendable ([AnalyticsRecord]) async throws(SourceError) -> AnalyticsReceipt
    ) {
        self.deliver = deliver
        self.queue = queue
        self.clock = clock
        self.interval = interval
        self.backoff = backoff
        self.random = random
        self.events = events
    }

    /// Schedules sending of records from an earlier run shortly after connecting, because short runs would otherwise
    /// never send any.
    package func begin() {
        guard timer == nil, !isStopped else { return }
        arm(after: min(interval, Self.startDelay))
    }

    /// Schedules sending, because there may be new records. During a send operation, this only marks them for
    /// afterwards.
    package func wake() {
        guard timer == nil, !isStopped else { return }
        guard sendCount == 0 else { return hasNewRecords = true }
        arm(after: interval)
    }

    /// Sets the interval to the next batch; at least ``leastInterval``.
    package func setInterval(_ seconds: Double) {
        interval = max(Self.leastInterval, seconds)
        if timer != nil { arm(after: interval) }
    }

    /// Sends all queued records now.
    ///
    /// - Throws: The error if sending failed. The records stay queued and are retried automatically.
    package func flush() async throws(SourceError) {
        let before = turn
        let sending = Task {
            _ = await before?.value
            return await self.send()
        }
        turn = sending
        sendCount += 1
        let outcome = await sending.value
        sendCount -= 1
        switch outcome {
        case .success:
            attempts = 0
            if hasNewRecords {
                hasNewRecords = false
                wake()
            }
        case .failure(let error):
            hasNewRecords = false
            attempts += 1
            armAgain(after: error)
            throw error
        }
    }

    /// Stops permanently. A request in progress may still succeed.
    package func stop() {
        isStopped = true
        timer?.cancel()
        timer = nil
    }

    // MARK: Sending

    private func arm(after seconds: Double) {
        timer?.cancel()
        let time = clock.uptime() + seconds
        timer = Task { [clock] in
            await clock.sleep(time)
            if !Task.isCancelled { await self.flushInTurn() }
        }
    }

    private func flushInTurn() async {
        timer = nil
        // Ignore errors: a failure has already scheduled the next attempt.
        try? await flush()
    }

    private func armAgain(after error: SourceError) {
        guard timer == nil, !isStopped else { return }
        var asked: Double?
        if case .refused(let refusal) = error { asked = refusal.retryAfter?.seconds }
        arm(after: max(interval, backoff.delay(attempt: attempts, retryAfter: asked, random: random())))
    }

    private func send() async -> Result<Void, SourceError> {
        do throws(SourceError) {
            while !isStopped {
                let batch: [QueuedRecord]
                do throws(StoreError) {
                    batch = try await queue.first(AnalyticsBatch.mostRecords, bytes: Self.batchBytes)
                } catch { throw .local(.store(error.explanation)) }
                guard !batch.isEmpty else { return .success(()) }
                try await send(batch[...])
            }
            return .failure(.cancelled)
        } catch { return .failure(error) }
    }

    private func send(_ batch: ArraySlice<QueuedRecord>) async throws(SourceError) {
        let records = batch.compactMap(\.record)
        if records.count < batch.count {
            // Remove them at once, so that they are reported only once, whatever happens to the other records.
            try await remove(batch.filter { $0.record == nil })
            events.refused(batch.count - records.count, "a stored event cannot be read")
        }
        if !records.isEmpty {
            do throws(SourceError) {
                let receipt = try await deliver(records)
                if let first = receipt.refused.first {
                    events.refused(receipt.refused.count, first.detail ?? first.expected ?? "an event is not valid")
                }
            } catch {
                guard case .refused(let refusal) = error else { throw error }
                if refusal.reason == .unauthorized { await events.unauthorised() }
                guard refusal.isAboutContent else { throw error }
                // A record that the server cannot accept must not block the others.
                guard batch.count == 1 else {
                    let middle = batch.startIndex + batch.count / 2
                    try await send(batch[..<middle])
                    return try await send(batch[middle...])
                }
                events.refused(1, refusal.explanation)
            }
        }
        try await remove(Array(batch))
    }

    private func remove(_ records: [QueuedRecord]) async throws(SourceError) {
        do throws(StoreError) { try await queue.remove(records.map(\.id)) } catch {
            throw .local(.store(error.explanation))
        }
    }
}

extension SourceRefusal {
    /// Whether the refusal is permanent because of the request's content.
    fileprivate var isAboutContent: Bool { [.invalid, .badAction, .keyReused].contains(reason) }
}
