import CardStore
import Cards
import FeedAPI
import Foundation
import Support

/// A source of cards that follows the protocol unless a test changes that, and records its requests.
actor ScriptedServer {
    enum Call: Hashable {
        case snapshot(String?)
        case changes(FeedCursor)
        case socket
        case sent(ClientFrame)
        case closed
    }

    let stream: StreamID = "ops"
    private(set) var calls: [Call] = []
    /// Cursors that were acknowledged before the store had them. Must stay empty.
    private(set) var earlyAcknowledgements: [FeedCursor] = []
    /// The number of cards in the store when each page was requested.
    private(set) var visibleAtPages: [Int] = []
    private(set) var refusedTokens = 0

    private let clock: TestClock
    private let database: CardDatabase
    private var entries: [CardID: FeedEntry] = [:]
    private var removals: [CardID: FeedRemoval] = [:]
    private var sequence: Int64 = 0
    private var epoch = "e1"
    private var sockets: [AsyncThrowingStream<PushFrame, any Error>.Continuation] = []
    private var token: (@Sendable () async throws(FeedError) -> String)?

    // The scripted faults.
    private var httpError: FeedError?
    private var socketError: FeedError?
    private var acceptedToken: String?
    private var isSilent = false
    private var hangs = false
    private var repeatsPages = false
    private var skew = 0.0
    private var frozen: (entries: [FeedEntry], cursor: FeedCursor) = ([], FeedCursor(epoch: "", sequence: 0))
    private var hanging: [CheckedContinuation<Void, Never>] = []

    init(clock: TestClock, database: CardDatabase) {
        self.clock = clock
        self.database = database
    }

    func fail(http error: FeedError?) { httpError = error }
    func fail(socket error: FeedError?) { socketError = error }
    func accept(token: String) { acceptedToken = token }
    func ask(_ token: @escaping @Sendable () async throws(FeedError) -> String) { self.token = token }
    func fallSilent() { isSilent = true }
    func hang() { hangs = true }
    func repeatPages() { repeatsPages = true }
    func setSkew(_ seconds: Double) { skew = seconds }
    func releaseHanging() {
        hangs = false
        for continuation in hanging { continuation.resume() }
        hanging = []
    }

    var cursor: FeedCursor { FeedCursor(epoch: epoch, sequence: sequence) }
    var visible: Set<CardID> { Set(entries.keys) }
    func count(_ call: Call) -> Int { calls.count { $0 == call } }
    var changesCount: Int { calls.count { if case .changes = $0 { true } else { false } } }
    var pingCount: Int { calls.count { if case .sent(.ping) = $0 { true } else { false } } }
    var acknowledged: [FeedCursor] {
        calls.compactMap { if case .sent(.ack(_, let cursor)) = $0 { cursor } else { nil } }
    }
    var subscriptions: [FeedCursor?] {
        calls.compactMap { if case .sent(.subscribe(let list)) = $0 { Optional(list.first?.since) } else { nil } }
    }

    // MARK: Changes

    @discardableResult func publish(_ ids: String..., title: String = "A card") -> FeedDelta {
        let start = sequence
        for id in ids {
            sequence += 1
            removals[CardID(id)] = nil
            entries[CardID(id)] = makeEntry(id, sequence: sequence, body: makeBody(title: title))
        }
        return delta(since: start)
    }

    @discardableResult func remove(_ id: CardID) -> FeedDelta {
        sequence += 1
        entries[id] = nil
        removals[id] = FeedRemoval(id: id, sequence: sequence, status: .dismissed)
        return delta(since: sequence - 1)
    }

    /// Restarts the feed with a new epoch: old cursors are unknown, and removals are forgotten.
    func forgetHistory() {
        epoch += "x"
        removals = [:]
    }

    func push(_ frame: PushFrame) { for socket in sockets { socket.yield(frame) } }

    func endSockets(_ error: FeedError?) {
        for socket in sockets { socket.finish(throwing: error) }
        sockets = []
    }

    private func delta(since start: Int64) -> FeedDelta {
        FeedDelta(
            streamID: stream, cursor: cursor,
            upserts: entries.values.filter { $0.sequence > start }.sorted { $0.sequence < $1.sequence },
            removals: removals.values.filter { $0.sequence > start }, serverTime: serverTime)
    }

    private var serverTime: Date { clock.now.addingTimeInterval(skew) }

    // MARK: The client's calls

    nonisolated var client: FeedClient {
        FeedClient(
            snapshot: { (_, page) throws(FeedError) in try await self.snapshot(page) },
            changes: { (_, since) throws(FeedError) in try await self.changes(since) },
            act: { (_) throws(FeedError) in throw .network("unused") },
            openSocket: { () throws(FeedError) in try await self.openSocket() })
    }

    private func authorise() async throws(FeedError) {
        if hangs { await withCheckedContinuation { hanging.append($0) } }
        guard let token else { return }
        let value = try await token()
        if value != acceptedToken {
            refusedTokens += 1
            throw .server(Problem(.tokenExpired), retryAfter: nil)
        }
    }

    private func snapshot(_ page: String?) async throws(FeedError) -> FeedPage {
        calls.append(.snapshot(page))
        visibleAtPages.append((try? database.window(FeedQuery(streamID: stream)).totalCount) ?? -1)
        try await authorise()
        if let httpError { throw httpError }
        // All pages of a snapshot show the same state.
        if page == nil { frozen = (entries.values.sorted { $0.sequence < $1.sequence }, cursor) }
        let (sorted, cursor) = frozen
        let start = page.flatMap { Int($0) } ?? 0
        let end = min(start + 2, sorted.count)
        let next = end < sorted.count ? String(end) : nil
        return FeedPage(
            streamID: stream, cursor: cursor, entries: Array(sorted[start..<end]),
            next: repeatsPages ? "0" : next, totalCount: sorted.count, hasEverHadCard: true,
            serverTime: serverTime)
    }

    private func changes(_ since: FeedCursor) async throws(FeedError) -> FeedDelta? {
        calls.append(.changes(since))
        try await authorise()
        if let httpError { throw httpError }
        guard let parts = since.parts, parts.epoch == epoch else {
            throw .server(Problem(.cursorExpired), retryAfter: nil)
        }
        return parts.sequence == sequence ? nil : delta(since: parts.sequence)
    }

    private func openSocket() async throws(FeedError) -> FeedSocket {
        calls.append(.socket)
        try await authorise()
        if let socketError { throw socketError }
        let (arriving, continuation) = AsyncThrowingStream<PushFrame, any Error>.makeStream()
        sockets.append(continuation)
        // Like a real socket, a cancelled read fails.
        let frames = AsyncThrowingStream<PushFrame, any Error> {
            var frames = arriving.makeAsyncIterator()
            let frame = try await frames.next()
            if frame == nil, Task.isCancelled { throw FeedError.cancelled }
            return frame
        }
        return FeedSocket(
            hello: .init(serverTime: serverTime, maxFrameBytes: 1 << 20, pingSeconds: 25), frames: frames,
            send: { (frame) throws(FeedError) in await self.receive(frame, continuation) },
            close: { await self.recordClose() })
    }

    private func recordClose() { calls.append(.closed) }

    private func receive(
        _ frame: ClientFrame, _ socket: AsyncThrowingStream<PushFrame, any Error>.Continuation
    ) async {
        calls.append(.sent(frame))
        guard !isSilent else { return }
        switch frame {
        case .ping(let token): socket.yield(.pong(token: token))
        case .subscribe(let list):
            for subscription in list {
                guard let parts = subscription.since?.parts, parts.epoch == epoch else {
                    socket.yield(.gap(stream: subscription.streamID))
                    continue
                }
                if parts.sequence < sequence { socket.yield(.delta(delta(since: parts.sequence))) }
                socket.yield(.live(stream: subscription.streamID, cursor: cursor))
            }
        case .ack(let stream, let cursor):
            let stored = try? await database.syncRecord(of: stream).cursor?.parts?.sequence
            if (stored ?? -1) < (cursor.parts?.sequence ?? 0) { earlyAcknowledgements.append(cursor) }
        case .pong, .unsubscribe, .unrecognised: break
        }
    }
}
