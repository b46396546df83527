package import Basics
package import CardSources
package import CardStore
package import Cards

import struct Foundation.Date
import struct Foundation.UUID

/// Delivers the outbox: in order for each card, several cards concurrently, and each action until the server's final
/// response. An action is sent again with the same key only while the server must still remember it. If several sources
/// share a store, each has its own drainer.
package actor OutboxDrainer {
    private let source: any CardSource
    private let stored: StoredSource
    private let database: CardDatabase
    private let clock: SyncClock
    private let backoff: Backoff
    private let random: @Sendable () -> Double
    private let makeKey: @Sendable () -> ActionKey
    private let events: Events

    private var isOpen = false
    private var isPumping = false
    private var needsPump = false
    private var inFlight: Set<ActionKey> = []
    /// Actions whose attempt could not be recorded in the store, or of which nothing could be sent, with the uptime
    /// before which they are not retried. Without this, a full disk would cause a loop of attempts.
    private var stalled: [ActionKey: Double] = [:]
    /// The number of consecutive attempts in which nothing could be sent, and the last failure.
    private var unsent: [ActionKey: (tries: Int, failure: SourceError)] = [:]
    private var timer: Task<Void, Never>?

    /// Callbacks of the drainer.
    package struct Events: Sendable {
        /// The number of waiting actions may have changed.
        package var changed: @Sendable () async -> Void
        /// The server refused the token.
        package var unauthorised: @Sendable () async -> Void
        /// Updates a stream; false if that failed.
        package var synchronise: @Sendable (StreamID) async -> Bool
        /// An action has ended, and the result is stored: accepted, superseded, lapsed or refused.
        package var settled: @Sendable (OutboxRecord, DeliveryResult) async -> Void
        /// A number of actions could not be decoded, and were removed from the outbox.
        package var unreadable: @Sendable (Int) async -> Void

        package init(
            changed: @escaping @Sendable () async -> Void, unauthorised: @escaping @Sendable () async -> Void,
            synchronise: @escaping @Sendable (StreamID) async -> Bool,
            settled: @escaping @Sendable (OutboxRecord, DeliveryResult) async -> Void = { _, _ in },
            unreadable: @escaping @Sendable (Int) async -> Void = { _ in }
        ) {
            self.settled = settled
            self.unreadable = unreadable
            self.changed = changed
            self.unauthorised = unauthorised
            self.synchronise = synchronise
        }
    }

    /// The maximum number of concurrent deliveries, limited to avoid overloading a server after a long time offline.
    package static let concurrency = 4
    /// The time limit for a response, in seconds.
    package static let responseTimeout = 30.0
    /// The delay before a failed store is used again, in seconds.
    package static let storeRetry = 5.0

    package init(
        source: any CardSource, stored: StoredSource = .connection, database: CardDatabase, clock: SyncClock,
        backoff: Backoff = Backoff(),
        random: @escaping @Sendable () -> Double, makeKey: (@Sendable () -> ActionKey)? = nil,
        events: Events
    ) {
        self.source = source
        self.stored = stored
        self.database = database
        self.clock = clock
        self.backoff = backoff
        self.random = random
        self.makeKey = makeKey ?? { ActionKey(UUID()) }
        self.events = events
    }

    /// Starts delivering, because the server can be reached.
    package func open() async {
        isOpen = true
        await pump()
    }

    /// Starts no further deliveries. Running ones continue.
    package func hold() {
        isOpen = false
        timer?.cancel()
        timer = nil
    }

    /// Checks for new actions, or for actions that may be retried.
    package func wake() async { await pump() }

    /// Whether no delivery is running or being started.
    var isResting: Bool { inFlight.isEmpty && !isPumping }

    private func pump() async {
        needsPump = true
        guard !isPumping else { return }
        isPumping = true
        defer { isPumping = false }
        while needsPump, isOpen {
            needsPump = false
            do throws(StoreError) {
                let work = try await dueWork()
                guard isOpen else { return }
                stalled = stalled.filter { $0.value > clock.uptime() }
                if work.due.isEmpty { unsent = [:] }
                for action in work.due where inFlight.count < Self.concurrency && isFree(action.key) {
                    inFlight.insert(action.key)
                    Task { await self.deliver(action) }
                }
                let waits = [
                    work.nextAttempt.map { $0.timeIntervalSince(clock.now()) },
                    stalled.values.min().map { $0 - clock.uptime() },
                ]
                if let next = waits.compactMap({ $0 }).min() { arm(after: next) }
            } catch {
                // The store cannot be read at the moment: try again later.
                arm(after: Self.storeRetry)
            }
        }
    }

    private func isFree(_ key: ActionKey) -> Bool { !inFlight.contains(key) && stalled[key] == nil }

    private func dueWork() async throws(StoreError) -> OutboxWork {
        // Read more actions than can start, so that cards with a running delivery do not hide others.
        let limit = Self.concurrency * 4
        let now = clock.now()
        var work = try await database.outboxWork(at: now, limit: limit, of: stored)
        if work.hasUnreadable {
            let found = try await database.setUnreadableAside(at: now)
            if !found.isEmpty {
                await events.unreadable(found.count)
                await events.changed()
            }
            work = try await database.outboxWork(at: now, limit: limit, of: stored)
        }
        // No action may wait longer than this: the clock was set back in the meantime.
        let longest = max(backoff.longestRetryAfter, CardDatabase.longestDelay) + 1
        guard let next = work.nextAttempt, next.timeIntervalSince(now) > longest else { return work }
        return try await database.outboxWork(at: next, limit: limit, of: stored)
    }

    private func arm(after seconds: Double) {
        timer?.cancel()
        let time = clock.uptime() + max(0.01, seconds)
        timer = Task { [clock] in
            await clock.sleep(time)
            if !Task.isCancelled { await self.pump() }
        }
    }

    private func deliver(_ action: OutboxRecord) async {
        do throws(StoreError) {
            try await attempt(action)
        } catch {
            // The attempt could not be recorded. The action is unchanged, and will be sent again with the same key.
            stalled[action.key] = clock.uptime() + Self.storeRetry
        }
        await events.changed()
        inFlight.remove(action.key)
        await pump()
    }

    private func attempt(_ action: OutboxRecord) async throws(StoreError) {
        let now = clock.now()
        if let settlement = settlementHere(of: action.response.kind) {
            if try await database.settle(action.key, settlement, at: now) { await events.settled(action, settlement) }
            return
        }
        if action.attempts > 0, let lifetime = source.capabilities.keyLifetime,
            now.timeIntervalSince(action.createdAt) > lifetime.seconds
        {
            // Only the card's state can now show whether the server performed the action.
            if await events.synchronise(action.streamID) {
                let result = try await database.reconcile(action.key, newKey: makeKey(), at: clock.now())
                if result == .applied { await events.settled(action, .accepted(nil)) }
            } else {
                let delay = backoff.delay(attempt: action.attempts + 1, random: random())
                try await database.settle(action.key, .retry(at: now.addingTimeInterval(delay)), at: now)
            }
            return
        }
        guard try await database.beginAttempt(action.key) else { return }
        let result = await response(to: action.request)
        var answer: SourceRefusal?
        if case .failure(.refused(let refusal)) = result { answer = refusal }
        if answer?.reason == .unauthorized { await events.unauthorised() }
        let settlement = settlement(result, of: action)
        if case .failure(let error) = result, settlement == .unsent {
            recordUnsent(action.key, error)
        } else {
            unsent[action.key] = nil
        }
        guard try await database.settle(action.key, settlement, answer: answer, at: clock.now()) else { return }
        switch settlement {
        case .retry, .unsent: return
        case .accepted, .kept, .superseded, .lapsed, .refused: await events.settled(action, settlement)
        }
    }

    /// The result of an action that is not sent to the source; nil if it must be sent.
    private func settlementHere(of kind: CardResponse.Kind) -> DeliveryResult? {
        let capabilities = source.capabilities
        if capabilities.keepsLocally(kind) { return .kept }
        // Such an action is from an earlier connection to another source, or from a host that did not check the
        // capabilities.
        return capabilities.actions.contains(kind) ? nil : .refused(reason: SourceCapabilities.reasonAgainst(kind))
    }

    /// Records an attempt in which nothing was sent. The delay is only kept in memory: the stored action stays due, as
    /// if there had been no attempt.
    private func recordUnsent(_ key: ActionKey, _ failure: SourceError) {
        let tries = (unsent[key]?.tries ?? 0) + 1
        unsent[key] = (tries, failure)
        stalled[key] = clock.uptime() + backoff.delay(attempt: tries, random: random())
    }

    /// The reason why the last attempt to send an action failed before anything was sent; nil otherwise.
    func failure(of key: ActionKey) -> SourceError? { unsent[key]?.failure }

    /// Performs a request. Returns a network failure after ``responseTimeout``. A call that ignores its cancellation is
    /// abandoned; the key makes a late effect harmless.
    private func response(to request: ActionRequest) async -> Result<ActionReceipt, SourceError> {
        let limit = clock.uptime() + Self.responseTimeout
        return await firstResult(
            of: { [source] in
                do throws(SourceError) { return .success(try await source.perform(request)) } catch {
                    return .failure(error)
                }
            },
            { [clock] in
                await clock.sleep(limit)
                return .failure(.network("no response"))
            }) ?? .failure(.cancelled)
    }

    private func settlement(
        _ result: Result<ActionReceipt, SourceError>, of action: OutboxRecord
    ) -> DeliveryResult {
        switch result {
        case .success(let receipt): return .accepted(receipt)
        case .failure(let error) where !error.mayHaveArrived: return .unsent
        case .failure(let error):
            switch error.verdict(on: action.response, at: database.serverTime(at: clock.now())) {
            case .superseded: return .superseded
            case .lapsed: return .lapsed
            case .refused(let reason): return .refused(reason: reason)
            case .transient(let retryAfter):
                let delay = backoff.delay(
                    attempt: action.attempts + 1, retryAfter: retryAfter, random: random())
                return .retry(at: clock.now().addingTimeInterval(delay))
            }
        }
    }
}
