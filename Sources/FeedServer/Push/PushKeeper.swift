import Logging

import struct Foundation.Date

/// Closes push connections whose token has expired or whose client is silent. Cuts connections that are closing if
/// their client does not read the close frame. Two tasks do this for all connections, because separate tasks would use
/// most of the memory of an idle viewer's connection.
actor PushKeeper {
    private struct Kept {
        var session: PushSession
        /// When the token expires.
        var until: Date
        /// Closes the connection at once, without a close frame.
        var cut: @Sendable () async -> Void
        /// The round of checks in which the connection is checked next.
        var round: Int
    }

    private let clock: ServerClock
    private let interval: Duration
    private let logger: Logger
    private var kept: [ObjectIdentifier: Kept] = [:]
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

    /// - Parameter cut: Closes the connection at once, whatever it is doing.
    func add(_ session: PushSession, until: Date, cut: @escaping @Sendable () async -> Void) {
        let id = ObjectIdentifier(session)
        kept[id] = Kept(session: session, until: until, cut: cut, round: round)
        look(at: id, in: .zero)
        if checking == nil { checking = Task { await check() } }
        if nextExpiry.map({ until < $0 }) ?? true { expect(until) }
    }

    /// Idempotent.
    func remove(_ session: PushSession) {
        kept[ObjectIdentifier(session)] = nil
        guard kept.isEmpty else { return }
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
        let expired = kept.filter { $0.value.until <= now }
        // The connections stay in `kept` until they have ended, but must expire only once.
        for id in expired.keys { kept[id]?.until = .distantFuture }
        // Set the next expiry before closing the sessions, because connections may be added or removed while that
        // waits.
        nextExpiry = nil
        if let next = kept.values.lazy.map(\.until).min(), next < .distantFuture { expect(next) }
        for item in expired.values { await item.session.close(code: 4001, reason: "the token has expired") }
    }

    // MARK: Other servers

    /// The pause between two closed connections, so that they do not all reconnect to the other servers at the same
    /// moment.
    private static let pauseOfMoves = Duration.milliseconds(10)

    /// The longest time for a close frame to reach its client. It may be delayed because the writer is waiting for the
    /// storage.
    private static let longestMove = Duration.seconds(1)

    /// Closes all connections, one after the other, until the task is cancelled.
    func moveAll() async {
        var moved: [(id: ObjectIdentifier, session: PushSession, time: ContinuousClock.Instant)] = []
        for id in kept.keys.shuffled() {
            // Cancelling the task ends the loop.
            try? await Task.sleep(for: Self.pauseOfMoves)
            guard !Task.isCancelled else { return }
            guard let session = kept[id]?.session else { continue }
            await session.close(code: 1012, reason: "the server has lost its database")
            moved.append((id, session, .now))
            while let first = moved.first, .now >= first.time + Self.longestMove {
                moved.removeFirst()
                await cut(first.id, first.session)
            }
        }
        for item in moved {
            // If the task is cancelled, this does not wait, and the connection is cut at once.
            try? await Task.sleep(until: item.time + Self.longestMove, clock: .continuous)
            await cut(item.id, item.session)
        }
    }

    /// Cuts a connection unless it has already ended.
    private func cut(_ id: ObjectIdentifier, _ session: PushSession) async {
        if let item = kept[id], item.session === session { await item.cut() }
    }

    // MARK: Silence

    /// How long a client may take to read the close frame and to reply to it.
    private static let closing = Duration.seconds(2)

    /// Cuts a connection that has begun to close, unless it ends by itself in time.
    func expectEnd(of session: PushSession) { look(at: ObjectIdentifier(session), in: Self.closing) }

    /// Schedules the check of a connection for the first round after some time, instead of the round for which it was
    /// scheduled.
    private func look(at id: ObjectIdentifier, in time: Duration) {
        guard kept[id] != nil else { return }
        let next = round + 1 + max(0, Int(time / interval))
        kept[id]?.round = next
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
                guard let item = kept[id], item.round == current else { continue }
                switch await item.session.checkHealth() {
                case .good(let time): look(at: id, in: time)
                case .bad(let reason):
                    logger.debug("push connection dropped", metadata: ["reason": "\(reason)"])
                    await item.session.close(code: 1013, reason: reason)
                // The writer cannot send the close frame while the client does not read.
                case .closed(let since):
                    if .now - since > Self.closing { await item.cut() }
                    look(at: id, in: .zero)
                }
            }
        }
    }
}
