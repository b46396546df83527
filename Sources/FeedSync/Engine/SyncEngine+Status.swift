import Basics
import CardStore
import Cards

import struct Foundation.Date

/// The status for the screen.
extension SyncEngine {
    /// Updates the difference between the server's and the client's clock from the time in a response.
    func updateSkew(serverTime: Date) {
        actualStatus.clockSkew = .seconds(clamping: serverTime.timeIntervalSince(clock.now()))
        let isCorrected = abs(serverTime.timeIntervalSince(serverNow)) > CardDatabase.leastClockSkew
        serverClock = ServerTime(date: serverTime, elapsed: clock.elapsed())
        tellStoreTheTime()
        guard isCorrected else { return }
        needsTimeCorrected = true
        checkDeadlines()
    }

    /// The server's current time, by which cards expire and return. Until the server has sent its time, this machine's
    /// time. Afterwards, setting this machine's clock has no effect on it.
    var serverNow: Date { serverClock?.now(clock) ?? clock.now() }

    /// Passes the clock skew to the store, which applies actions of the user by the server's time.
    func tellStoreTheTime() {
        guard keepsTime, let serverClock else { return }
        database?.setClockSkew { [clock] in serverClock.now(clock).timeIntervalSince(clock.now()) }
    }

    func markSynced() {
        actualStatus.lastSyncedAt = clock.now()
        publish()
        lookForThemes()
    }

    func oldestSync() async -> Date? {
        var oldest: Date?
        for stream in streams {
            // Ignore errors: an unreadable record counts as missing, and reading the cards reports failures of the
            // store.
            guard let synced = try? await store.syncRecord(of: stream).lastSyncedAt else { return nil }
            oldest = min(oldest ?? synced, synced)
        }
        return oldest
    }

    func countActions() async {
        // Ignore errors: the last count stays on the screen, and reading the cards reports failures of the store.
        guard let counts = try? await database?.outboxCounts(at: clock.now(), of: stored) else { return }
        actualStatus.waitingActions = counts.waiting
        actualStatus.refusedActions = counts.refused
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

    /// Sets unreadable actions aside. This is done even without a connection, because an action that cannot be decoded
    /// blocks its card.
    func setUnreadableAside() async {
        // Ignore errors: this is repeated before the first delivery.
        guard let found = try? await database?.setUnreadableAside(at: clock.now()), !found.isEmpty else { return }
        onTrouble(.unreadableActions(found.count))
    }

    /// Updates the count after a delivery. Counting many actions takes longer, so several deliveries share one count.
    func countDelivered() async {
        guard actualStatus.waitingActions > 200 else { return await countActions() }
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
        show(debouncer.update(actualStatus, at: clock.uptime()))
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

/// The time of a server's clock at a moment.
struct ServerTime: Sendable {
    var date: Date
    /// The moment of ``date``, by ``Basics/SyncClock/elapsed``.
    var elapsed: Double

    func now(_ clock: SyncClock) -> Date { date.addingTimeInterval(clock.elapsed() - elapsed) }
}
