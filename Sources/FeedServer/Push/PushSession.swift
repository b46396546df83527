import Cards
import FeedAPI
import FeedEngine
import FeedStorage

import struct Foundation.Date

/// One push connection, whatever carries it: subscriptions with their cursors, and the frames to send next.
///
/// It keeps no cards. The writer of the connection pulls with ``next()``, which reads the feed from the subscription's
/// cursor; a reader who does not acknowledge closes its own window and costs nothing more than this object.
actor PushSession {
    /// What is to be written next.
    enum Output: Hashable, Sendable {
        case frame(PushFrame)
        /// The WebSocket's own pong.
        case pong([UInt8])
        /// The last output.
        case close(code: UInt16, reason: String)
    }

    private struct Subscription {
        /// Everything up to it has been handed out.
        var sequence: Int64
        /// Removals up to it are left out: the client began with nothing.
        var start: Int64
        /// Nil lets every card through.
        var filter: PreparedFilter?
        var isDirty = true
        var isLive = false
        /// Handed out and not acknowledged, oldest first.
        var inFlight: [(sequence: Int64, since: ContinuousClock.Instant)] = []
    }

    private let viewer: Viewer
    private let reader: FeedReader
    private let hub: PushHub
    private let clock: ServerClock
    private let limits: ServerLimits
    private var subscriptions: [StreamID: Subscription] = [:]
    /// Whose turn it is: a busy stream does not starve the others.
    private var turns: [StreamID] = []
    /// Answers and pings; bounded, because only the client's own frames fill it.
    private var outbox: [Output] = []
    private let signal = Signal()
    private var isClosed = false
    private var isEnded = false
    private var lastHeard = ContinuousClock.now
    private var lastPing = ContinuousClock.now
    private var pingCount = 0

    private static let mostWaitingOutputs = 64

    init(viewer: Viewer, reader: FeedReader, hub: PushHub, clock: ServerClock, limits: ServerLimits) {
        self.viewer = viewer
        self.reader = reader
        self.hub = hub
        self.clock = clock
        self.limits = limits
        outbox = [
            .frame(
                .hello(
                    PushFrame.Hello(
                        serverTime: clock.now(), maxFrameBytes: limits.frameBytes, pingSeconds: limits.pingSeconds)))
        ]
    }

    // MARK: Out

    /// The next output, waiting until there is one; nil after the last.
    func next() async -> Output? {
        while !Task.isCancelled {
            if !outbox.isEmpty {
                let output = outbox.removeFirst()
                if case .close = output { await end() }
                return output
            }
            if isClosed { return nil }
            if let frame = await nextChange() { return .frame(frame) }
            if outbox.isEmpty, !isClosed { await signal.wait() }
        }
        return nil
    }

    /// The next frame of a stream that has news and an open window.
    private func nextChange() async -> PushFrame? {
        for (place, stream) in turns.enumerated() {
            guard let subscription = subscriptions[stream], subscription.isDirty,
                subscription.inFlight.count < limits.deltasInFlight
            else { continue }
            turns.remove(at: place)
            turns.append(stream)
            // Lowered before the read: a change that comes during it raises it again.
            subscriptions[stream]?.isDirty = false
            let key = FeedKey(viewer: viewer, streamID: stream)
            do {
                let change = try await reader.changes(
                    key, after: subscription.sequence, limit: limits.pageCards,
                    skippingRemovalsUpTo: subscription.start, filter: subscription.filter, now: clock.now())
                // The client may have changed its subscription meanwhile; then this answer is nobody's.
                guard var current = subscriptions[stream], current.sequence == subscription.sequence,
                    current.start == subscription.start
                else { return await tryOthers() }
                if let change {
                    current.sequence = change.sequence
                    current.isDirty = current.isDirty || change.delta.hasMore || !current.isLive
                    // Nothing that this client asked for: it is not woken.
                    if current.filter != nil, change.delta.upserts.isEmpty, change.delta.removals.isEmpty {
                        subscriptions[stream] = current
                        return await tryOthers()
                    }
                    current.inFlight.append((change.sequence, .now))
                    subscriptions[stream] = current
                    return .delta(change.delta)
                }
                guard !current.isLive else { return await tryOthers() }
                current.isLive = true
                subscriptions[stream] = current
                return .live(stream: stream, cursor: reader.cursor(current.sequence))
            } catch {
                await fail(error)
                return nil
            }
        }
        return nil
    }

    /// The storage cannot be read: what the client has missed by that it learns when it connects again.
    private func fail(_ problem: Problem) async {
        await close(code: problem.type == .shuttingDown ? 1001 : 1011, reason: "the log cannot be read")
    }

    /// Looks at the other streams after one had nothing to say.
    private func tryOthers() async -> PushFrame? {
        subscriptions.values.contains { $0.isDirty && $0.inFlight.count < limits.deltasInFlight }
            ? await nextChange() : nil
    }

    // MARK: In

    func receive(_ frame: ClientFrame) async {
        lastHeard = .now
        switch frame {
        case .subscribe(let wanted): for subscription in wanted { await subscribe(subscription) }
        case .unsubscribe(let streams): for stream in streams { await drop(stream) }
        case .ack(let stream, let cursor): acknowledge(stream, cursor)
        case .ping(let token): await put(.frame(.pong(token: token)))
        case .pong, .unrecognised: break
        }
        await signal.raise()
    }

    /// A frame that could not be read; the connection goes on.
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
                            detail: "A connection may follow \(limits.streamsPerConnection) streams."))))
            return
        }
        let key = FeedKey(viewer: viewer, streamID: stream)
        // Followed before the feed is read, so that no change falls between.
        await hub.follow(key, self)
        let position: FeedPosition
        do { position = try await reader.storage.position(of: key) } catch {
            await hub.unfollow(key, self)
            await fail(error)
            return
        }
        // Ended meanwhile: nobody would take it out of the hub again.
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
            subscriptions[stream] = Subscription(sequence: sequence, start: 0, filter: PreparedFilter(wanted.filters))
        } else {
            subscriptions[stream] = Subscription(
                sequence: 0, start: position.sequence, filter: PreparedFilter(wanted.filters))
        }
        if !turns.contains(stream) { turns.append(stream) }
    }

    private func drop(_ stream: StreamID) async {
        subscriptions[stream] = nil
        turns.removeAll { $0 == stream }
        await hub.unfollow(FeedKey(viewer: viewer, streamID: stream), self)
    }

    private func acknowledge(_ stream: StreamID, _ cursor: FeedCursor) {
        guard let parts = cursor.parts, parts.epoch == reader.storage.epoch else { return }
        subscriptions[stream]?.inFlight.removeAll { $0.sequence <= parts.sequence }
    }

    private func put(_ output: Output) async {
        guard !isClosed else { return }
        guard outbox.count < Self.mostWaitingOutputs else {
            await close(code: 1013, reason: "frames come faster than answers are read")
            return
        }
        outbox.append(output)
        await signal.raise()
    }

    // MARK: End

    /// Ends the session after a close frame. Idempotent.
    func close(code: UInt16, reason: String) async {
        guard !isClosed else { return }
        isClosed = true
        outbox = [.close(code: code, reason: reason)]
        await hub.leave(self, of: viewer)
        await signal.raise()
    }

    /// Stops following everything. Idempotent.
    func end() async {
        isClosed = true
        isEnded = true
        await hub.leave(self, of: viewer)
        for stream in turns { await hub.unfollow(FeedKey(viewer: viewer, streamID: stream), self) }
        turns = []
        subscriptions = [:]
        await signal.raise()
    }

    /// To be called every few seconds: pings a silent client. Returns why the connection has to be cut, if it has to.
    func checkHealth() async -> String? {
        let now = ContinuousClock.now
        let oldest = subscriptions.values.compactMap { $0.inFlight.first?.since }.min()
        if let oldest, now - oldest > .seconds(limits.ackSeconds) {
            return "no acknowledgement for \(Int(limits.ackSeconds)) s"
        }
        let ping = Duration.seconds(limits.pingSeconds)
        if now - lastHeard > ping * 2 { return "no word for \(limits.pingSeconds * 2) s" }
        if now - lastHeard > ping, now - lastPing > ping {
            lastPing = now
            pingCount += 1
            await put(.frame(.ping(token: String(pingCount))))
        }
        return nil
    }
}
