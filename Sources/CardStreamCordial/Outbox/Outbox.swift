import Basics
import Cards
import CurlTransport
import VendorClient

import struct Foundation.Date

/// Sends waiting data, one request at a time, in the order of ``WaitingKind``.
actor Outbox {
    /// The time, in seconds, within which several reasons to send are combined into one run.
    static let pause = 1.0

    private let store: CordialStore
    private let caller: CordialCaller
    private let clock: SyncClock
    private var running: Task<OutboxReport, Never>?
    private var scheduled: Task<Void, Never>?
    private var interval: Task<Void, Never>?
    /// Notices about accepted and permanently refused data.
    nonisolated let notices = Broadcast<CordialNotice>()

    init(_ store: CordialStore, _ caller: CordialCaller, _ clock: SyncClock) {
        self.store = store
        self.caller = caller
        self.clock = clock
    }

    /// Sends all waiting data. Waits for a running run and then starts another, because the running one may already
    /// have passed the data of this call.
    func flush() async -> OutboxReport {
        while let running { _ = await running.value }
        let task = Task {
            let report = await run()
            // Clear this before the task ends: callers that wait for it check for another run.
            running = nil
            return report
        }
        running = task
        let report = await task.value
        restartInterval()
        return report
    }

    /// Sends after a short pause.
    func schedule() {
        guard scheduled == nil else { return }
        scheduled = Task { [weak self, clock] in
            await clock.sleep(clock.uptime() + Self.pause)
            guard !Task.isCancelled else { return }
            await self?.runScheduled()
        }
    }

    /// Sends at intervals until ``stop()``.
    func start() { restartInterval(begins: true) }

    func stop() {
        interval?.cancel()
        scheduled?.cancel()
        interval = nil
        scheduled = nil
    }

    /// Called when an event was added. Schedules sending once enough events wait.
    func eventAdded(count: Int) { if count >= max(caller.account.bulkSize, 1) { schedule() } }

    // MARK: Implementation

    private func runScheduled() async {
        scheduled = nil
        _ = await flush()
    }

    private func restartInterval(begins: Bool = false) {
        guard begins || interval != nil else { return }
        interval?.cancel()
        let seconds = max(caller.account.bulkInterval.seconds, 3)
        interval = Task { [weak self, clock] in
            await clock.sleep(clock.uptime() + seconds)
            guard !Task.isCancelled else { return }
            _ = await self?.flush()
        }
    }

    private func run() async -> OutboxReport {
        var report = OutboxReport()
        var kept: Set<WaitingKind> = []
        do throws(CordialError) {
            let lock = try await sendingLock()
            defer { withExtendedLifetime(lock) {} }
            if lock == nil, !caller.account.databasePath.isEmpty {
                report.waiting = try await store.read { try $0.waitingCount() }
                return report
            }
            while let batch = try await nextBatch(except: kept) {
                let outcome = await send(batch)
                try await apply(outcome, to: batch)
                switch outcome {
                case .done: report.sent += batch.rows.count
                case .removeSome(let indices): report.refuse(batch, indices.sorted().map { batch.rows[$0].name })
                case .removeMarks(let read, let unread):
                    report.refuse(
                        batch, read.sorted().map { batch.readIDs[$0] } + unread.sorted().map { batch.unreadIDs[$0] })
                case .remove(let error):
                    report.failure = error
                    report.refused[CordialNotice.Request(batch.kind)] = error
                    notices.send(.refused(CordialNotice.Request(batch.kind), error))
                    caller.account.log.write(.error, "\(batch.kind.rawValue): \(error)")
                case .keep(let error):
                    report.failure = error
                    kept.insert(batch.kind)
                    // Without a network or a token, all other requests would fail too.
                    guard error.status != nil, error.code != .unauthorized else {
                        report.waiting = try await store.read { try $0.waitingCount() }
                        return report
                    }
                }
            }
            report.waiting = try await store.read { try $0.waitingCount() }
        } catch {
            report.failure = error
            caller.account.log.write(.error, "\(error)")
        }
        return report
    }

    /// The lock for sending. Nil if another process is sending, and for an account in memory, which needs no lock.
    private func sendingLock() async throws(CordialError) -> ProcessLock? {
        let path = caller.account.databasePath
        return path.isEmpty ? nil : try await ProcessLock.wait(forDatabase: path, clock)
    }

    private func nextBatch(except kept: Set<WaitingKind>) async throws(CordialError) -> OutboxBatch? {
        let channelKey = caller.account.channelKey
        return try await store.read { access in
            try OutboxBatch.next(access.state, channelKey: channelKey, except: kept) { try access.waiting($0) }
        }
    }

    private func send(_ batch: OutboxBatch) async -> OutboxOutcome {
        do throws(CordialError) { return OutboxOutcome(try await caller.send(batch.request), to: batch) } catch {
            return OutboxOutcome(error)
        }
    }

    private func apply(_ outcome: OutboxOutcome, to batch: OutboxBatch) async throws(CordialError) {
        let now = clock.now()
        let isAccepted = try await store.change { access -> Bool in
            switch outcome {
            case .done:
                try access.removeWaiting(batch.rows)
                if batch.kind == .mark || batch.kind == .delete { access.state.inboxEdits += 1 }
                return try batch.kind == .contact && access.acceptContact(batch, at: now)
            case .keep(let error):
                if error.status != nil, error.code != .unauthorized { try access.countAttempt(batch.rows) }
            case .removeSome(let indices): try access.removeWaiting(indices.map { batch.rows[$0] })
            case .removeMarks(let read, let unread): try access.removeMarks(batch, read: read, unread: unread)
            case .remove: try access.removeWaiting(batch.rows)
            }
            return false
        }
        if isAccepted { notices.send(.contactAccepted) }
        if case .done = outcome { caller.account.log.write(.info, "\(batch.kind.rawValue): \(batch.rows.count) sent") }
    }
}

/// The result of sending.
public struct OutboxReport: Sendable, Hashable {
    /// The number of waiting items that the service has accepted.
    public var sent = 0
    /// The number of items that still wait.
    public var waiting = 0
    /// The last failure; nil if there was none.
    public var failure: CordialError?
    /// The kinds of data that the service has permanently refused, with the error. Refused data no longer waits.
    public var refused: [CordialNotice.Request: CordialError] = [:]

    /// The maximum number of refused items that a message names.
    private static let mostNamed = 5

    /// Records that the service has refused some items of a batch.
    ///
    /// - Parameter names: The names of the refused items.
    fileprivate mutating func refuse(_ batch: OutboxBatch, _ names: [String]) {
        let all = batch.kind == .mark ? batch.readIDs.count + batch.unreadIDs.count : batch.rows.count
        let named = names.prefix(Self.mostNamed).joined(separator: ", ") + (names.count > Self.mostNamed ? ", …" : "")
        refused[CordialNotice.Request(batch.kind)] = CordialError(
            .invalidRequest, "the service refused \(names.count) of \(all) items: \(named)", status: 422)
    }
}

extension StoreAccess {
    /// Records that the service has accepted a contact, unless another contact is waiting or the contact was unset in
    /// the meantime.
    ///
    /// - Returns: Whether the accepted contact is the current one.
    mutating func acceptContact(_ batch: OutboxBatch, at now: Date) throws -> Bool {
        guard state.phase != .out, try waitingCount(.contact) == 0 else { return false }
        state.phase = .active
        state.upsertedAt = now
        state.sentStatus = batch.status
        return true
    }

    /// Removes refused ids of marks from their rows.
    func removeMarks(_ batch: OutboxBatch, read: Set<Int>, unread: Set<Int>) throws {
        let refused = Set(read.map { batch.readIDs[$0] } + unread.map { batch.unreadIDs[$0] })
        for row in batch.rows {
            var body = JSONObject()
            for (key, value) in row.body.members {
                let ids = (value.array ?? []).filter { $0.string.map { !refused.contains($0) } ?? false }
                if !ids.isEmpty { body[key] = .array(ids) }
            }
            if body.isEmpty {
                try removeWaiting([row])
            } else {
                try replaceBody(of: row, body)
            }
        }
    }
}
