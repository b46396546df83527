import Basics
import CardStore
import Cards

import struct Foundation.Date

/// How things stand, for the screen.
extension SyncEngine {
    /// Server minus client, in seconds, from the latest answer.
    func updateSkew(serverTime: Date) {
        truth.clockSkew = serverTime.timeIntervalSince(clock.now())
    }

    /// The time by which cards expire and return.
    var serverNow: Date { clock.now().addingTimeInterval(truth.clockSkew) }

    func markSynced() {
        truth.lastSyncedAt = clock.now()
        publish()
    }

    func oldestSync() async -> Date? {
        var oldest: Date?
        for stream in streams {
            // An unreadable record counts like none: the store reports its own failures to the reader of cards.
            guard let synced = try? await database.syncRecord(of: stream).lastSyncedAt else { return nil }
            oldest = min(oldest ?? synced, synced)
        }
        return oldest
    }

    func countActions() async {
        // Without a count the last one stays on the screen.
        guard let counts = try? await database.outboxCounts(at: clock.now()) else { return }
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

    /// Tells of actions that were taken back because their cards have ended.
    func report(_ ended: [EndedAction]) async {
        guard !ended.isEmpty else { return }
        for action in ended { await onEnded(action) }
        await countActions()
    }

    /// Also without a connection: an action that cannot be read keeps its card from being answered.
    func setUnreadableAside() async {
        // A store that fails is asked again before the first delivery.
        guard let found = try? await database.setUnreadableAside(at: clock.now()), !found.isEmpty else { return }
        onTrouble(.unreadableActions(found.count))
    }

    /// After a delivery. Counting takes longer the more there are: then not after every one.
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

    /// Whether actions can leave now.
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
