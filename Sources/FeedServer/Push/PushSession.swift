import Cards
import FeedAPI
import FeedEngine
import FeedStorage

import struct Foundation.Date

/// A push connection, independent of its transport: subscriptions with their cursors, and the frames to send next.
///
/// It stores no cards. The writer of the connection pulls with ``next()``, which reads the feed from the subscription's
/// cursor; the window of a client that does not acknowledge closes, and then uses no memory beyond this object.
actor PushSession {
    /// The next output.
    enum Output: Hashable, Sendable {
        case frame(PushFrame)
        /// The WebSocket's own pong.
        case pong([UInt8])
        /// The last output.
        case close(code: UInt16, reason: String)
    }

    enum Health: Hashable, Sendable {
        /// Need not be looked at again for so long.
        case good(Duration)
        /// The connection has to be closed, for this reason.
        case bad(String)
        /// Since when it is closing.
        case closed(since: ContinuousClock.Instant)
    }

    private struct Subscription {
        /// The storage's epoch that the sequence numbers belong to.
        var epoch: String
        /// Changes up to this number were sent.
        var sequence: Int64
        /// Removals up to this number are omitted, because the client started without cards.
        var start: Int64
        /// Nil matches every card.
        var filter: PreparedFilter?
        var isDirty = true
        var isLive = false
        /// When the first change since the last delta became known.
        var changedAt: ContinuousClock.Instant?
        /// Sent and unacknowledged deltas, oldest first.
        var inFlight: [(sequence: Int64, since: ContinuousClock.Instant, asks: [CardID: AskID])] = []
    }

    private let viewer: Viewer
    private let reader: FeedReader
    private let hub: PushHub
    private let keeper: PushKeeper?
    private let clock: ServerClock
    private let limits: ServerLimits
    private let metrics: ServerMetrics?
    private let onTold: @Sendable ([CardID: AskID]) async -> Void
    private var subscriptions: [StreamID: Subscription] = [:]
    /// The order of streams, so that a busy stream does not starve others.
    private var turns: [StreamID] = []
    /// Answers and pings; bounded, because only the client's own frames add to it.
    private var outbox: [Output] = []
    private let signal = Signal()
    /// Whether the writer waits for output, so that no frame is half written.
    private var isWriterWaiting = false
    /// Writes a frame at once; false if the connection does not take it now.
    private var writeAtOnce: (@Sendable (PushFrame) -> Bool)?
    private var closedAt: ContinuousClock.Instant?
    private var isClosed: Bool { closedAt != nil }
    private var isEnded = false
    private var lastHeard = ContinuousClock.now
    private var lastPing = ContinuousClock.now
    private var pingCount = 0
    /// False if no delta is unacknowledged; true if one may be.
    private var mayWaitForAck = false

    private static let mostWaitingOutputs = 64

    /// - Parameters:
    ///   - keeper: Learns that the close has begun.
    ///   - onTold: Called with the cards of asks that the client has confirmed.
    init(
        viewer: Viewer, reader: FeedReader, hub: PushHub, keeper: PushKeeper? = nil, clock: ServerClock,
        limits: ServerLimits, metrics: ServerMetrics? = nil,
        onTold: @escaping @Sendable ([CardID: AskID]) async -> Void = { _ in }
    ) {
        self.onTold = onTold
        self.viewer = viewer
        self.reader = reader
        self.hub = hub
        self.keeper = keeper
        self.clock = clock
        self.limits = limits
        self.metrics = metrics
        outbox = [
            .frame(
                .hello(
                    PushFrame.Hello(
                        serverTime: clock.now(), maxFrameBytes: limits.frameBytes, pingSeconds: limits.pingSeconds)))
        ]
    }

    // MARK: Output

    /// Sets what writes pings while the writer waits.
    func setWriteAtOnce(_ body: @escaping @Sendable (PushFrame) -> Bool) { writeAtOnce = body }

    /// The next output, waiting if necessary; nil after the last.
    func next() async -> Output? {
        while !Task.isCancelled {
            if !outbox.isEmpty {
                let output = outbox.removeFirst()
                if case .close = output { await end() }
                return output
            }
            if isClosed { return nil }
            if let frame = await nextChange() { return .frame(frame) }
            if outbox.isEmpty, !isClosed {
                isWriterWaiting = true
                await signal.wait()
                isWriterWaiting = false
            }
        }
        return nil
    }

    /// The next delta of a stream with changes and an open window.
    private func nextChange() async -> PushFrame? {
        for (place, stream) in turns.enumerated() {
            guard let subscription = subscriptions[stream], subscription.isDirty,
                subscription.inFlight.count < limits.deltasInFlight
            else { continue }
            turns.remove(at: place)
            turns.append(stream)
            guard subscription.epoch == reader.storage.epoch else { return await expire(stream) }
            // Reset before the read: a change during it sets the flag again.
            subscriptions[stream]?.isDirty = false
            let key = FeedKey(viewer: viewer, streamID: stream)
            do {
                let change = try await reader.changes(
                    key, after: subscription.sequence, limit: limits.pageCards,
                    skippingRemovalsUpTo: subscription.start, filter: subscription.filter, now: clock.now())
                // If the client has changed its subscription meanwhile, this answer is obsolete.
                guard var current = subscriptions[stream], current.sequence == subscription.sequence,
                    current.start == subscription.start
                else { return await tryOthers() }
                if let change {
                    current.sequence = change.sequence
                    current.isDirty = current.isDirty || change.delta.hasMore || !current.isLive
                    // No change matches the filter, so the client is not woken.
                    if current.filter != nil, change.delta.upserts.isEmpty, change.delta.removals.isEmpty {
                        current.changedAt = nil
                        subscriptions[stream] = current
                        return await tryOthers()
                    }
                    current.inFlight.append((change.sequence, .now, change.asks))
                    mayWaitForAck = true
                    metrics?.count(.pushedDeltas)
                    if let changedAt = current.changedAt { metrics?.observe(.push, since: changedAt) }
                    current.changedAt = nil
                    subscriptions[stream] = current
                    return .delta(change.delta)
                }
                guard !current.isLive else {
                    subscriptions[stream]?.changedAt = nil
                    return await tryOthers()
                }
                current.isLive = true
                subscriptions[stream] = current
                return .live(stream: stream, cursor: reader.cursor(current.sequence))
            } catch {
                if error.type == .cursorExpired { return await expire(stream) }
                await fail(error)
                return nil
            }
        }
        return nil
    }

    /// Ends a subscription whose cursor means nothing any more: the client begins with a snapshot.
    private func expire(_ stream: StreamID) async -> PushFrame {
        await drop(stream)
        return .gap(stream: stream)
    }

    /// Closes the session because the storage cannot be read: the client gets missed changes when it reconnects.
    private func fail(_ problem: Problem) async {
        await close(code: problem.type == .shuttingDown ? 1001 : 1011, reason: "the feed cannot be read")
    }

    /// Tries other streams after one had no changes.
    private func tryOthers() async -> PushFrame? {
        subscriptions.values.contains { $0.isDirty && $0.inFlight.count < limits.deltasInFlight }
            ? await nextChange() : nil
    }

    // MARK: Input

    func receive(_ frame: ClientFrame) async {
        lastHeard = .now
        switch frame {
        case .subscribe(let wanted):
            for subscription in wanted { await subscribe(subscription) }
            await signal.raise()
        case .unsubscribe(let streams): for stream in streams { await drop(stream) }
        case .ack(let stream, let cursor):
            await acknowledge(stream, cursor)
            await signal.raise()
        case .ping(let token): await put(.frame(.pong(token: token)))
        case .pong, .unrecognised: break
        }
    }

    /// Reports a frame that could not be decoded; the connection continues.
    func refuse(_ problem: Problem) async {
        lastHeard = .now
        await put(.frame(.error(problem)))
    }

    func receivePing(_ payload: [UInt8]) async {
        lastHeard = .now
        await put(.pong(payload))
    }

    func receivePong() { lastHeard = .now }

    func wake(_ stream: StreamID) async {
        subscriptions[stream]?.isDirty = true
        if let subscription = subscriptions[stream], subscription.isLive, subscription.changedAt == nil {
            subscriptions[stream]?.changedAt = .now
        }
        await signal.raise()
    }

    private func subscribe(_ wanted: ClientFrame.Subscription) async {
        let stream = wanted.streamID
        guard subscriptions[stream] != nil || subscriptions.count < limits.streamsPerConnection else {
            await put(
                .frame(
                    .error(
                        Problem(
                            .tooManyRequests,
                            detail: "A connection can follow at most \(limits.streamsPerConnection) streams."))))
            return
        }
        let key = FeedKey(viewer: viewer, streamID: stream)
        // Registered before the feed is read, so that no change is missed.
        await hub.follow(key, self)
        let epoch = reader.storage.epoch
        let position: FeedPosition
        do { position = try await reader.storage.position(of: key) } catch {
            await hub.unfollow(key, self)
            await fail(error)
            return
        }
        // If the session has ended meanwhile, nothing else would remove it from the hub.
        guard !isEnded else {
            await hub.unfollow(key, self)
            return
        }
        if let since = wanted.since {
            guard let sequence = reader.sequence(of: since, at: position) else {
                await drop(stream)
                await put(.frame(.gap(stream: stream)))
                return
            }
            subscriptions[stream] = Subscription(
                epoch: epoch, sequence: sequence, start: 0, filter: PreparedFilter(wanted.filters))
        } else {
            subscriptions[stream] = Subscription(
                epoch: epoch, sequence: 0, start: position.sequence, filter: PreparedFilter(wanted.filters))
        }
        if !turns.contains(stream) { turns.append(stream) }
    }

    private func drop(_ stream: StreamID) async {
        subscriptions[stream] = nil
        turns.removeAll { $0 == stream }
        await hub.unfollow(FeedKey(viewer: viewer, streamID: stream), self)
    }

    private func acknowledge(_ stream: StreamID, _ cursor: FeedCursor) async {
        guard let parts = cursor.parts, parts.epoch == reader.storage.epoch else { return }
        let confirmed = subscriptions[stream]?.inFlight.filter { $0.sequence <= parts.sequence } ?? []
        subscriptions[stream]?.inFlight.removeAll { $0.sequence <= parts.sequence }
        let asks = confirmed.reduce(into: [:]) { $0.merge($1.asks) { $1 } }
        if !asks.isEmpty { await onTold(asks) }
    }

    private func put(_ output: Output) async {
        guard !isClosed else { return }
        guard outbox.count < Self.mostWaitingOutputs else {
            await close(code: 1013, reason: "the client reads too slowly")
            return
        }
        outbox.append(output)
        await signal.raise()
    }

    // MARK: End

    /// Ends the session after a close frame. Idempotent.
    func close(code: UInt16, reason: String) async {
        guard !isClosed else { return }
        closedAt = .now
        outbox = [.close(code: code, reason: reason)]
        await hub.leave(self, of: viewer)
        await keeper?.expectEnd(of: self)
        await signal.raise()
    }

    /// Stops following all streams. Idempotent.
    func end() async {
        isEnded = true
        if !isClosed {
            closedAt = .now
            await keeper?.expectEnd(of: self)
        }
        await hub.leave(self, of: viewer)
        for stream in turns { await hub.unfollow(FeedKey(viewer: viewer, streamID: stream), self) }
        turns = []
        subscriptions = [:]
        await signal.raise()
    }

    /// Pings a silent client; to be called again when ``Health/good(_:)`` says.
    func checkHealth() async -> Health {
        if let closedAt { return .closed(since: closedAt) }
        let now = ContinuousClock.now
        let oldest = mayWaitForAck ? subscriptions.values.compactMap { $0.inFlight.first?.since }.min() : nil
        mayWaitForAck = oldest != nil
        let acknowledging = Duration.seconds(limits.ackSeconds) - (now - (oldest ?? now))
        if acknowledging < .zero { return .bad("no acknowledgement for \(Int(limits.ackSeconds)) seconds") }
        let ping = Duration.seconds(limits.pingSeconds)
        let silence = now - lastHeard
        if silence > ping * 2 { return .bad("no frame for \(limits.pingSeconds * 2) seconds") }
        if silence > ping, now - lastPing > ping {
            lastPing = now
            pingCount += 1
            let frame = PushFrame.ping(token: String(pingCount))
            // For tens of thousands of idle viewers, waking their writers is most of the work.
            if !(isWriterWaiting && writeAtOnce?(frame) == true) { await put(.frame(frame)) }
        }
        let pinging = silence > ping ? min(ping * 2 - silence, ping - (now - lastPing)) : ping - silence
        return .good(max(.zero, min(acknowledging, pinging)))
    }
}
