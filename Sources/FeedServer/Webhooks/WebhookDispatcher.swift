import Basics
import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Logging

import struct Foundation.Date

/// Sends queued deliveries to webhooks, each webhook separately, so that a slow one does not delay the others. Failed
/// deliveries are retried with growing pauses, up to a maximum number of attempts.
actor WebhookDispatcher {
    private let storage: any FeedStorage
    private let clock: ServerClock
    private let live: LiveConfig
    private let sender: WebhookSender
    private let metrics: ServerMetrics
    private let logger: Logger
    private var workers: [WebhookID: (task: Task<Void, Never>, signal: Signal)] = [:]
    private var followCount = 0
    private var isStopped = false

    /// The number of concurrent deliveries to one webhook. Their order is not preserved.
    private static let width = 4
    /// How long a claimed delivery is reserved for this server, in seconds. Longer than any attempt takes; after that,
    /// another server may try.
    private static let claimSeconds = 60.0
    private static let claimPause = Duration.milliseconds(200)

    init(
        storage: any FeedStorage, clock: ServerClock, live: LiveConfig, sender: WebhookSender,
        metrics: ServerMetrics, logger: Logger
    ) {
        self.storage = storage
        self.clock = clock
        self.live = live
        self.sender = sender
        self.metrics = metrics
        self.logger = logger
    }

    private nonisolated var limits: ServerLimits { live.limits }

    // MARK: Starting and stopping

    /// Starts deliveries to new webhooks, and stops deliveries to removed ones.
    func follow() async {
        guard !isStopped else { return }
        followCount += 1
        let number = followCount
        let hooks: [StoredWebhook]
        do throws(Problem) { hooks = try await storage.webhooks() } catch {
            logger.error("webhooks cannot be read", metadata: ["problem": "\(error.type)"])
            return
        }
        // If `follow()` was called again in the meantime, that call has newer data.
        guard !isStopped, number == followCount else { return }
        for (id, worker) in workers where !hooks.contains(where: { $0.id == id }) {
            worker.task.cancel()
            workers[id] = nil
        }
        for hook in hooks where workers[hook.id] == nil {
            let signal = Signal()
            workers[hook.id] = (Task { await self.serve(hook, signal) }, signal)
        }
    }

    /// Checks for new deliveries.
    func wake() async {
        for worker in workers.values { await worker.signal.raise() }
    }

    /// Cancels running deliveries. They are retried after the next start.
    func stop() async {
        isStopped = true
        let tasks = workers.values.map(\.task)
        workers = [:]
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    // MARK: Delivering to one webhook

    private nonisolated func serve(_ hook: StoredWebhook, _ signal: Signal) async {
        while !Task.isCancelled {
            do {
                let now = clock.now()
                let due = try await storage.claimDeliveries(
                    of: hook.id, limit: Self.width, now: now, until: now.addingTimeInterval(Self.claimSeconds))
                if due.isEmpty {
                    let next = try await storage.nextDelivery(of: hook.id)
                    // The due delivery has been claimed by another server.
                    if let next, next <= now { try? await Task.sleep(for: Self.claimPause) }
                    await sleep(until: next, signal)
                    continue
                }
                await withTaskGroup(of: Void.self) { group in
                    for delivery in due { group.addTask { await self.deliver(delivery, to: hook) } }
                }
            } catch {
                guard !Task.isCancelled else { return }
                logger.error("deliveries cannot be read, trying again", metadata: ["problem": "\(error.type)"])
                // Cancelling the task ends the loop.
                try? await Task.sleep(for: .seconds(5))
            }
        }
    }

    private nonisolated func sleep(until date: Date?, _ signal: Signal) async {
        guard let date else { return await signal.wait() }
        let sleeper = Task { [clock] in
            await clock.sleep(date)
            if !Task.isCancelled { await signal.raise() }
        }
        await signal.wait()
        sleeper.cancel()
    }

    /// Gives each attempt an id, which is sent to the receiver and logged.
    private nonisolated func deliver(_ delivery: DueDelivery, to hook: StoredWebhook) async {
        await RequestID.$current.withValue(RequestID.random()) { await tryToDeliver(delivery, to: hook) }
    }

    private nonisolated func tryToDeliver(_ delivery: DueDelivery, to hook: StoredWebhook) async {
        do throws(Problem) {
            var failure: (reason: String, isFinal: Bool)?
            if let body = try WebhookPayload.body(of: delivery, at: clock.now()) {
                let start = ContinuousClock.now
                failure = await attempt(delivery, body, to: hook)
                metrics.observe(.delivery, since: start)
            }
            // A cancelled attempt does not count as failed.
            guard !Task.isCancelled else { return }
            let now = clock.now()
            guard let failure else {
                metrics.count(.arrivedDeliveries)
                logger.debug("delivered", metadata: ["webhook": "\(hook.id)", "delivery": "\(delivery.id)"])
                try await storage.settle(delivery.id, .arrived, at: now)
                guard delivery.event == .notification, let ask = delivery.card.card.ask else { return }
                _ = try await storage.run(
                    RecordReceivedCards([delivery.card.card.id: ask], by: .notification, now: now))
                return
            }
            let isLast = failure.isFinal || delivery.attempts + 1 >= limits.webhookAttempts
            metrics.count(isLast ? .abandonedDeliveries : .failedDeliveries)
            let next = isLast ? nil : now.addingTimeInterval(pause(after: delivery.attempts))
            try await storage.settle(delivery.id, .failed(reason: failure.reason, next: next), at: now)
            logger.log(
                level: isLast ? .warning : .info, "a delivery failed",
                metadata: ["webhook": "\(hook.id)", "delivery": "\(delivery.id)", "reason": "\(failure.reason)"])
        } catch {
            logger.error("a delivery cannot be stored", metadata: ["problem": "\(error.type)"])
            // Pause, instead of retrying at once in a loop.
            try? await Task.sleep(for: .seconds(5))
        }
    }

    /// Makes one attempt. Nil on success; otherwise the reason, and whether the failure is final.
    private nonisolated func attempt(
        _ delivery: DueDelivery, _ body: [UInt8], to hook: StoredWebhook
    ) async -> (reason: String, isFinal: Bool)? {
        let target: WebhookTarget
        do throws(Problem) {
            target = try WebhookTarget(hook.url, allowsPrivate: limits.allowsPrivateWebhooks)
        } catch { return (error.detail ?? error.title, true) }
        let addresses: [String]
        switch await target.addresses(allowsPrivate: limits.allowsPrivateWebhooks) {
        case .success(let found): addresses = found
        case .failure(let failure): return (failure.reason, false)
        }
        let seconds = Int64(clock.now().timeIntervalSince1970)
        let signature = WebhookSignature.headers(
            id: delivery.id.rawValue, seconds: seconds, body: body, secret: hook.secret)
        let answer = await sender.post(
            WebhookSender.Post(
                url: hook.url, addresses: addresses,
                headers: [(FeedHeader.contentType, FeedHeader.json), ("User-Agent", "cardstream")] + signature
                    + (RequestID.current.map { [(RequestID.header, $0)] } ?? []),
                body: body))
        switch answer {
        case .status(200..<300): return nil
        // The status 410, "Gone", means that the webhook no longer exists.
        case .status(410): return ("status 410", true)
        case .status(let status): return ("status \(status)", false)
        case .failed(let reason): return (reason, false)
        }
    }

    /// The time in seconds until the next attempt. It doubles with each attempt, and is reduced by a random part of up
    /// to one half, so that deliveries that fail at the same time are not all retried together.
    private nonisolated func pause(after attempts: Int) -> Double {
        let longest = min(limits.webhookPause * pow2(attempts), limits.webhookLongestPause)
        return longest * Double.random(in: 0.5...1)
    }

    private nonisolated func pow2(_ exponent: Int) -> Double { Double(1 << min(exponent, 30)) }
}
