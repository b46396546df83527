internal import Basics
internal import FeedServer

public import struct Foundation.Date
public import struct Foundation.UUID

/// The clock of a ``TestFeed`` and its sessions. It runs like the machine's clock, and ``advance(by:)`` moves it ahead:
/// then cards that are due expire and return from a snooze, undo times end, and retry delays end.
public final class TestClock: Sendable {
    private struct State {
        /// Seconds that this clock is ahead of the machine's.
        var lead = 0.0
        var sleepers: [UUID: AsyncStream<Void>.Continuation] = [:]
    }

    private let machine = SyncClock.live
    /// The difference in seconds between this clock and the machine's, without the jumps.
    private let shift: Double
    private let state = Lock(State())

    init(startingAt date: Date?) {
        let clock = machine
        shift = date.map { $0.timeIntervalSince(clock.now()) } ?? 0
    }

    /// The date and time of the feed and its sessions.
    public var now: Date { machine.now().addingTimeInterval(shift + state.withLock { $0.lead }) }

    /// Moves the clock ahead. Returns at once; everything that is due then happens soon after.
    ///
    /// - Parameter duration: Not negative.
    public func advance(by duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let sleepers = state.withLock { state in
            state.lead += max(0, Double(seconds) + Double(attoseconds) * 1e-18)
            return Array(state.sleepers.values)
        }
        for sleeper in sleepers { sleeper.yield() }
    }

    /// The clock for sessions.
    var ofSessions: SyncClock {
        SyncClock(now: { self.now }, uptime: { self.uptime }, sleep: { await self.sleep(until: $0) })
    }

    /// The clock for the server.
    var ofServer: ServerClock {
        ServerClock(
            now: { self.now }, sleep: { await self.sleep(until: self.uptime + $0.timeIntervalSince(self.now)) })
    }

    private var uptime: Double { machine.uptime() + state.withLock { $0.lead } }

    private func sleep(until uptime: Double) async {
        let id = UUID()
        let (wakes, sleeper) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.sleepers[id] = sleeper }
        defer { state.withLock { $0.sleepers[id] = nil } }
        while !Task.isCancelled, self.uptime < uptime {
            let end = uptime - state.withLock { $0.lead }
            let timer = Task { [machine] in
                await machine.sleep(end)
                sleeper.yield()
            }
            for await _ in wakes { break }
            timer.cancel()
        }
    }
}
