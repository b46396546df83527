import Logging

import struct Foundation.Date

/// Closes push connections whose token has expired or whose client is silent. Cuts connections that are closing if
/// their client does not read the close frame. Two tasks do this for all connections, because separate tasks would use
/// most of the memory of an idle viewer's connection.
actor PushSupervisor {
    private struct Supervised {
        var session: PushSession
        /// When the token expires.
        var until: Date
        /// Closes the connection at once, without a close frame.
        var disconnect: @Sendable () async -> Void
        /// The round of checks in which the connection is checked next.
        var round: Int
    }

    private let clock: ServerClock
    private let interval: Duration
    private let logger: Logger
    private var supervised: [ObjectIdentifier: Supervised] = [:]
    /// A time at or before the first expiry of a token; nil if no token is waiting to expire.
    private var nextExpiry: Date?
    private var expiring: Task<Void, Never>?
    private var checking: Task<Void, Never>?
    /// The number of the last round of checks.
    private var round = 0
    /// The connections to check in each later round. Connections that have ended or moved to another round stay in the
    /// list until that round skips them.
    private var due: [Int: [ObjectIdentifier]] = [:]

    init(clock: ServerClock, limits: ServerLimits, logger: Logger) {
        self.clock = clock
        self.logger = logger
        interval = .seconds(min(2, limits.ackSeconds / 4, Double(limits.pingSeconds) / 4))
    }

    /// - Parameter disconnect: Closes the connection at once, whatever it is doing.
    func add(_ session: PushSession, until: Date, disconnect: @escaping @Sendable () async -> Void) {
        let id = ObjectIdentifier(session)
        supervised[id] = Supervised(session: session, until: until, disconnect: disconnect, round: round)
        scheduleCheck(of: id, after: .zero)
        if checking == nil { checking = Task { await check() } }
        if nextExpiry.map({ until < $0 }) ?? true { expect(until) }
    }

    /// Idempotent.
    func remove(_ session: PushSession) {
        supervised[ObjectIdentifier(session)] = nil
        guard supervised.isEmpty else { return }
        checking?.cancel()
        expiring?.cancel()
        (checking, expiring, nextExpiry) = (nil, nil, nil)
        due = [:]
    }

    // MARK: Tokens

    private func expect(_ end: Date) {
        nextExpiry = end
        expiring?.cancel()
        expiring = Task { await expire(at: end) }
    }

    private func expire(at end: Date) async {
        while clock.now() < end, !Task.isCancelled { await clock.sleep(end) }
        guard !Task.isCancelled else { return }
        let now = clock.now()
        let expired = supervised.filter { $0.value.until <= now }
        // The connections stay in `supervised` until they have ended, but must expire only once.
        for id in expired.keys { supervised[id]?.until = .distantFuture }
        // Set the next expiry before closing the sessions, because connections may be added or removed while that
        // waits.
        nextExpiry = nil
        if let next = supervised.values.lazy.map(\.until).min(), next < .distantFuture { expect(next) }
        for item in expired.values { await item.session.close(code: 4001, reason: "the token has expired") }
    }

    // MARK: Other servers

    /// The pause between two closed connections, so that they do not all reconnect to the other servers at the same
    /// moment.
    private static let pauseBetweenCloses = Duration.milliseconds(10)

    /// The longest time for a close frame to reach its client. It may be delayed because the writer is waiting for the
    /// storage.
    private static let closeFrameLimit = Duration.seconds(1)

    /// Closes all connections, one after the other, until the task is cancelled.
    func closeAllGradually() async {
        var closed: [(id: ObjectIdentifier, session: PushSession, time: ContinuousClock.Instant)] = []
        for id in supervised.keys.shuffled() {
            // Cancelling the task ends the loop.
            try? await Task.sleep(for: Self.pauseBetweenCloses)
            guard !Task.isCancelled else { return }
            guard let session = supervised[id]?.session else { continue }
            await session.close(code: 1012, reason: "the server has lost its database")
            closed.append((id, session, .now))
            while let first = closed.first, .now >= first.time + Self.closeFrameLimit {
                closed.removeFirst()
                await disconnect(first.id, first.session)
            }
        }
        for item in closed {
            // If the task is cancelled, this does not wait, and the connection is cut at once.
            try? await Task.sleep(until: item.time + Self.closeFrameLimit, clock: .continuous)
            await disconnect(item.id, item.session)
        }
    }

    /// Cuts a connection unless it has already ended.
    private func disconnect(_ id: ObjectIdentifier, _ session: PushSession) async {
        if let item = supervised[id], item.session === session { await item.disconnect() }
    }

    // MARK: Silence

    /// How long a client may take to read the close frame and to reply to it.
    private static let closeLimit = Duration.seconds(2)

    /// Cuts a connection that has begun to close, unless it ends by itself in time.
    func expectEnd(of session: PushSession) { scheduleCheck(of: ObjectIdentifier(session), after: Self.closeLimit) }

    /// Schedules the check of a connection for the first round after some time, instead of the round for which it was
    /// scheduled.
    private func scheduleCheck(of id: ObjectIdentifier, after time: Duration) {
        guard supervised[id] != nil else { return }
        let next = round + 1 + max(0, Int(time / interval))
        supervised[id]?.round = next
        due[next, default: []].append(id)
    }

    private func check() async {
        while !Task.isCancelled {
            // Cancelling the task ends the loop.
            try? await Task.sleep(for: interval)
            guard !Task.isCancelled else { return }
            round += 1
            let current = round
            for id in due.removeValue(forKey: current) ?? [] where !Task.isCancelled {
                guard let item = supervised[id], item.round == current else { continue }
                switch await item.session.checkHealth() {
                case .good(let time): scheduleCheck(of: id, after: time)
                case .bad(let reason):
                    logger.debug("push connection dropped", metadata: ["reason": "\(reason)"])
                    await item.session.close(code: 1013, reason: reason)
                // The writer cannot send the close frame while the client does not read.
                case .closed(let since):
                    if .now - since > Self.closeLimit { await item.disconnect() }
                    scheduleCheck(of: id, after: .zero)
                }
            }
        }
    }
}
