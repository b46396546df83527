import CardStore
import Cards
import FeedAPI
import FeedSync
import Foundation
import Support
import Testing

/// Answers the deliveries of each card by its script. The last answer repeats.
actor DeliveryScript {
    enum Answer {
        case accept
        /// Applied, but the response is lost.
        case acceptUnheard
        case fail(FeedError)
        case hang
        /// Waits for ``release()``.
        case wait
    }

    private(set) var requests: [ActionRequest] = []
    private(set) var applied: [ActionKey] = []
    private(set) var current = 0
    private(set) var peak = 0
    private var scripts: [CardID: [Answer]] = [:]
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func script(_ card: CardID, _ answers: [Answer]) { scripts[card] = answers }

    func release() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    func keys(of card: CardID) -> [ActionKey] { requests.filter { $0.cardID == card }.map(\.key) }

    func act(_ request: ActionRequest) async throws(FeedError) -> ActionReceipt {
        requests.append(request)
        current += 1
        peak = max(peak, current)
        defer { current -= 1 }
        var script = scripts[request.cardID] ?? [.accept]
        let answer = script[0]
        if script.count > 1 { script.removeFirst() }
        scripts[request.cardID] = script
        switch answer {
        case .accept: break
        case .acceptUnheard:
            apply(request.key)
            throw .network("connection reset")
        case .fail(let error): throw error
        case .hang:
            await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
        case .wait: await withCheckedContinuation { waiting.append($0) }
        }
        apply(request.key)
        return ActionReceipt(
            key: request.key, cardID: request.cardID, status: request.response.resultingStatus ?? .active,
            sequence: 1000 + Int64(requests.count))
    }

    private func apply(_ key: ActionKey) { if !applied.contains(key) { applied.append(key) } }
}

/// Counters that any task can increase.
actor Counters {
    private(set) var changes = 0
    private(set) var unauthorised = 0
    private(set) var synchronised = 0
    private(set) var delivered: [ActionKey] = []
    private var succeeds = true
    private var onSynchronise: (@Sendable () async -> Void)?

    func countChange() { changes += 1 }
    func countUnauthorised() { unauthorised += 1 }
    func record(_ key: ActionKey, _ result: DeliveryResult) {
        if case .accepted = result { delivered.append(key) }
    }
    func failSynchronising() { succeeds = false }
    func whenSynchronising(_ work: @escaping @Sendable () async -> Void) {
        succeeds = true
        onSynchronise = work
    }
    func synchronise() async -> Bool {
        synchronised += 1
        guard succeeds else { return false }
        await onSynchronise?()
        return true
    }
}

/// An outbox with a store in memory, and a server with scripted responses.
struct OutboxRig {
    let clock = TestClock()
    let database: CardDatabase
    let script = DeliveryScript()
    let counters = Counters()
    let drainer: OutboxDrainer

    init(cards: [String], wrapping wrap: (FeedSource) -> any CardSource = { $0 }) async throws {
        database = try CardDatabase.inMemory()
        try await database.apply(
            FeedDelta(
                streamID: "ops", cursor: FeedCursor(epoch: "e", sequence: 1),
                upserts: cards.map { makeEntry($0) }, serverTime: .fixed), at: .fixed)
        let (script, counters) = (script, counters)
        let source = FeedSource(
            FeedClient(
                snapshot: { (_, _) throws(FeedError) in throw .network("unused") },
                changes: { (_, _) throws(FeedError) in throw .network("unused") },
                act: { (request) throws(FeedError) in try await script.act(request) },
                openSocket: { () throws(FeedError) in throw .network("unused") }))
        drainer = OutboxDrainer(
            source: wrap(source),
            database: database, clock: clock.sync, random: { 0.5 },
            events: .init(
                changed: { await counters.countChange() }, unauthorised: { await counters.countUnauthorised() },
                synchronise: { _ in await counters.synchronise() },
                settled: { action, result in await counters.record(action.key, result) }))
    }

    @discardableResult func respond(
        _ response: CardResponse = .dismiss, to card: CardID, hold: Double = 0
    ) async throws -> ActionKey {
        let key = ActionKey(UUID())
        try await database.respond(response, to: card, in: "ops", key: key, at: clock.now, hold: hold)
        return key
    }

    func waitUntilDelivered(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await pass(until: "all are delivered", sourceLocation: sourceLocation) {
            try await database.outboxCounts() == OutboxCounts()
        }
    }

    func pass(
        until what: String, sourceLocation: SourceLocation = #_sourceLocation, _ holds: () async throws -> Bool
    ) async throws {
        try await FeedSyncTests.pass(clock, until: what, sourceLocation: sourceLocation, holds)
    }

    func settle() async { for _ in 0..<300 { await Task.yield() } }

    func delivery(of card: CardID) throws -> CardWindow.Delivery? {
        try database.window(FeedQuery(streamID: "ops")).items.first { $0.id == card }?.delivery
    }
}
