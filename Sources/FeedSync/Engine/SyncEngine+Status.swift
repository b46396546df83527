import Basics
import CardStore
import Cards

import struct Foundation.Date

/// The status for the screen.
extension SyncEngine {
    /// Updates the difference between server and client clock from the latest answer.
    func updateSkew(serverTime: Date) {
        truth.clockSkew = .seconds(clamping: serverTime.timeIntervalSince(clock.now()))
        let isCorrected = abs(serverTime.timeIntervalSince(serverNow)) > CardDatabase.leastClockSkew
        serverClock = ServerTime(date: serverTime, elapsed: clock.elapsed())
        tellStoreTheTime()
        guard isCorrected else { return }
        needsTimeCorrected = true
        checkDeadlines()
    }

    /// The server's current time, by which cards expire and return; this machine's until the server has told its own. From
    /// then on it makes no difference when this machine's clock is set.
    var serverNow: Date { serverClock?.now(clock) ?? clock.now() }

    /// The store applies actions of the user by the server's time.
    func tellStoreTheTime() {
        guard keepsTime, let serverClock else { return }
        database?.setClockSkew { [clock] in serverClock.now(clock).timeIntervalSince(clock.now()) }
    }

    func markSynced() {
        truth.lastSyncedAt = clock.now()
        publish()
        lookForThemes()
    }

    func oldestSync() async -> Date? {
        var oldest: Date?
        for stream in streams {
            // An unreadable record counts as missing: the store reports its failures to the reader of cards.
            guard let synced = try? await store.syncRecord(of: stream).lastSyncedAt else { return nil }
            oldest = min(oldest ?? synced, synced)
        }
        return oldest
    }

    func countActions() async {
        // If counting fails, the last count stays on the screen; the store reports its failures elsewhere.
        guard let counts = try? await database?.outboxCounts(at: clock.now(), of: stored) else { return }
        truth.waitingActions = counts.waiting
        truth.refusedActions = counts.refused
        publish()
        recount?.cancel()
        recount = counts.heldUntil.map { date in
            let time = clock.uptime() + max(0.01, date.timeIntervalSince(clock.now()))
            return Task { [clock] in
                await clock.sleep(time)
                if !Task.isCancelled { await self.countActions() }
            }
        }
    }

    /// Reports actions that were withdrawn because their cards have ended.
    func report(_ ended: [EndedAction]) async {
        guard !ended.isEmpty else { return }
        for action in ended { await onEnded(action) }
        await countActions()
    }

    /// Done even without a connection: an action that cannot be decoded would block its card.
    func setUnreadableAside() async {
        // If the store fails, this is repeated before the first delivery.
        guard let found = try? await database?.setUnreadableAside(at: clock.now()), !found.isEmpty else { return }
        onTrouble(.unreadableActions(found.count))
    }

    /// Updates the count after a delivery. Counting many actions takes longer, so several deliveries share one count.
    func countDelivered() async {
        guard truth.waitingActions > 200 else { return await countActions() }
        guard counting == nil else { return }
        let time = clock.uptime() + 0.25
        counting = Task { [clock] in
            await clock.sleep(time)
            self.counting = nil
            if !Task.isCancelled { await self.countActions() }
        }
    }

    /// Whether actions can be sent now.
    package var isOnline: Bool {
        switch machine.state {
        case .live, .polling: true
        case .idle, .connecting, .backingOff, .stopped: false
        }
    }

    func publish() {
        show(debouncer.update(truth, at: clock.uptime()))
    }

    func show(_ next: Double?) {
        if debouncer.shown != lastPublished {
            lastPublished = debouncer.shown
            statusContinuation.yield(debouncer.shown)
        }
        smoothing?.cancel()
        smoothing = next.map { time in
            Task { [clock] in
                await clock.sleep(time)
                if !Task.isCancelled { self.show(self.debouncer.settle(at: clock.uptime())) }
            }
        }
    }
}

/// What a server's clock said at a moment.
struct ServerTime: Sendable {
    var date: Date
    /// The moment, by ``Basics/SyncClock/elapsed``.
    var elapsed: Double

    func now(_ clock: SyncClock) -> Date { date.addingTimeInterval(clock.elapsed() - elapsed) }
}
