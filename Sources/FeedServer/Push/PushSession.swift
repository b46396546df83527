import Cards
import FeedAPI
import FeedEngine
import FeedStorage

import struct Foundation.Date

/// A push connection, independent of its transport: its subscriptions with their cursors, and the frames to send next.
///
/// It stores no cards. The connection's writer pulls output with ``next()``, which reads the feed from the cursor of a
/// subscription. If a client does not acknowledge, the number of deltas in flight reaches its limit and nothing more is
/// read, so that a slow client uses no memory beyond this object.
actor PushSession {
    /// What the writer sends next.
    enum Output: Hashable, Sendable {
        case frame(PushFrame)
        /// A pong frame of the WebSocket protocol.
        case pong([UInt8])
        /// The last output.
        case close(code: UInt16, reason: String)
    }

    enum Health: Hashable, Sendable {
        /// The connection is healthy and need not be checked again for this long.
        case good(Duration)
        /// The connection has to be closed, for this reason.
        case bad(String)
        /// The connection has been closing since this time.
        case closed(since: ContinuousClock.Instant)
    }

    private struct Subscription {
        /// The epoch of the storage to which the sequence numbers belong.
        var epoch: String
        /// Changes up to this sequence number have been sent.
        var sequence: Int64
        /// Removals up to this sequence number are omitted, because the client started without cards.
        var start: Int64
        /// Selects cards; nil matches every card.
        var filter: PreparedFilter?
        var isDirty = true
        var isLive = false
        /// When the first change since the last delta became known; nil if there was none.
        var changedAt: ContinuousClock.Instant?
        /// Deltas that were sent but not acknowledged, oldest first.
        var inFlight: [(sequence: Int64, since: ContinuousClock.Instant, asks: [CardID: AskID])] = []
    }

    private let viewer: Viewer
    private let reader: FeedReader
    private let hub: PushHub
    private let supervisor: PushSupervisor?
    private let clock: ServerClock
    private let limits: ServerLimits
    private let metrics: ServerMetrics?
    private let onReceived: @Sendable ([CardID: AskID]) async -> Void
    private var subscriptions: [StreamID: Subscription] = [:]
    /// The order in which streams are served, so that a busy stream does not starve the others.
    private var turns: [StreamID] = []
    /// Replies and pings to send. The size is bounded, because only the client's own frames add replies.
    private var outbox: [Output] = []
    private let signal = Signal()
    /// Whether the writer is waiting for output. If so, no frame is partly written.
    private var isWriterWaiting = false
    /// Writes a frame at once. Returns false if the connection does not accept it now.
    private var writeAtOnce: (@Sendable (PushFrame) -> Bool)?
    private var closedAt: ContinuousClock.Instant?
    private var isClosed: Bool { closedAt != nil }
    private var isEnded = false
    private var lastHeard = ContinuousClock.now
    private var lastPing = ContinuousClock.now
    private var pingCount = 0
    /// False if all deltas are acknowledged; true if there may be unacknowledged ones.
    private var mayWaitForAck = false

    private static let mostWaitingOutputs = 64

    /// - Parameters:
    ///   - supervisor: Is notified when the connection begins to close.
    ///   - onReceived: Called with the cards of asks that the client has acknowledged.
    init(
        viewer: Viewer, reader: FeedReader, hub: PushHub, supervisor: PushSupervisor? = nil, clock: ServerClock,
        limits: ServerLimits, metrics: ServerMetrics? = nil,
        onReceived: @escaping @Sendable ([CardID: AskID]) async -> Void = { _ in }
    ) {
        self.onReceived = onReceived
        self.viewer = viewer
        self.reader = reader
        self.hub = hub
        self.supervisor = supervisor
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

    /// Sets the closure that writes pings directly while the writer is waiting.
    func setWriteAtOnce(_ body: @escaping @Sendable (PushFrame) -> Bool) { writeAtOnce = body }

    /// Returns the next output, waiting if necessary. Nil after the last output.
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

    /// The next `delta`, `live` or `gap` frame of a stream that has changes and fewer deltas in flight than allowed;
    /// nil if there is none.
    private func nextChange() async -> PushFrame? {
        for (place, stream) in turns.enumerated() {
            guard let subscription = subscriptions[stream], subscription.isDirty,
                subscription.inFlight.count < limits.deltasInFlight
            else { continue }
            turns.remove(at: place)
            turns.append(stream)
            guard subscription.epoch == reader.storage.epoch else { return await expire(stream) }
            // Clear the flag before reading: a change during the read sets it again.
            subscriptions[stream]?.isDirty = false
            let key = FeedKey(viewer: viewer, streamID: stream)
            do {
                let change = try await reader.changes(
                    key, after: subscription.sequence, limit: limits.pageCards,
                    skippingRemovalsUpTo: subscription.start, filter: subscription.filter, now: clock.now())
                // If the client has changed its subscription during the read, the result is obsolete.
                guard var current = subscriptions[stream], current.sequence == subscription.sequence,
                    current.start == subscription.start
                else { return await tryOthers() }
                if let change {
                    current.sequence = change.sequence
                    current.isDirty = current.isDirty || change.delta.hasMore || !current.isLive
                    // None of the changes matches the filter, so nothing is sent.
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

    /// Ends a subscription whose cursor is no longer valid. The client has to start again with a snapshot.
    private func expire(_ stream: StreamID) async -> PushFrame {
        await drop(stream)
        return .gap(stream: stream)
    }

    /// Closes the session because the storage cannot be read. The client gets the missed changes when it reconnects.
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

    /// Reports a frame that could not be decoded. The connection stays open.
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
        // Follow the feed before reading it, so that no change is missed.
        await hub.follow(key, self)
        let epoch = reader.storage.epoch
        let position: FeedPosition
        let valid: Int64?
        do {
            position = try await reader.storage.position(of: key)
            if let since = wanted.since {
                valid = try await reader.sequence(of: since, in: key, at: position)
            } else {
                valid = nil
            }
        } catch {
            await hub.unfollow(key, self)
            await fail(error)
            return
        }
        // If the session ended during the wait, nothing else would remove it from the hub.
        guard !isEnded else {
            await hub.unfollow(key, self)
            return
        }
        if wanted.since != nil {
            guard let sequence = valid else {
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
        if !asks.isEmpty { await onReceived(asks) }
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

    /// Queues a close frame as the last output, and frees the user's place for another connection. Idempotent.
    func close(code: UInt16, reason: String) async {
        guard !isClosed else { return }
        closedAt = .now
        outbox = [.close(code: code, reason: reason)]
        await hub.leave(self, of: viewer)
        await supervisor?.expectEnd(of: self)
        await signal.raise()
    }

    /// Ends the session without a close frame, and stops following all streams. Idempotent.
    func end() async {
        isEnded = true
        if !isClosed {
            closedAt = .now
            await supervisor?.expectEnd(of: self)
        }
        await hub.leave(self, of: viewer)
        for stream in turns { await hub.unfollow(FeedKey(viewer: viewer, streamID: stream), self) }
        turns = []
        subscriptions = [:]
        await signal.raise()
    }

    /// Checks the connection, and pings a silent client. Call it again after the time in ``Health/good(_:)``.
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
            // Write the ping directly if possible: with tens of thousands of idle viewers, waking their writers is most
            // of the work.
            if !(isWriterWaiting && writeAtOnce?(frame) == true) { await put(.frame(frame)) }
        }
        let pinging = silence > ping ? min(ping * 2 - silence, ping - (now - lastPing)) : ping - silence
        return .good(max(.zero, min(acknowledging, pinging)))
    }
}
