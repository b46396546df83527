import Basics
import CardStore

import struct Foundation.Date

/// Handles the passing of time: clock jumps and deadlines of cards.
extension SyncEngine {
    /// Detects that the machine slept or its clock was set.
    func watchClock() async {
        var offset = clock.now().timeIntervalSince1970 - clock.uptime()
        while !Task.isCancelled {
            await clock.sleep(clock.uptime() + 10)
            let current = clock.now().timeIntervalSince1970 - clock.uptime()
            if abs(current - offset) > 5, !Task.isCancelled { handle(.resumed) }
            offset = current
        }
    }

    /// Sets whether this engine handles the deadlines of cards: expiry and return from a snooze. Of several engines
    /// with one store, one handles the deadlines of all cards.
    package func setKeepsTime(_ keepsTime: Bool) {
        guard database != nil, keepsTime != self.keepsTime else { return }
        self.keepsTime = keepsTime
        if keepsTime {
            tellStoreTheTime()
            checkDeadlines()
        } else {
            deadlineTimer?.cancel()
            deadlineTimer = nil
        }
    }

    /// Schedules the return and expiry of cards. Called after every change that can set a deadline; calls are combined.
    func checkDeadlines() {
        guard keepsTime, deadlineCheck == nil else { return }
        let time = clock.uptime() + 0.2
        deadlineCheck = Task { [clock] in
            await clock.sleep(time)
            await self.passDeadlines()
        }
    }

    func passDeadlines() async {
        deadlineCheck = nil
        deadlineTimer?.cancel()
        deadlineTimer = nil
        guard keepsTime, machine.state != .idle else { return }
        let delay = await secondsToNextDeadline()
        guard keepsTime, machine.state != .idle else { return }
        let time = clock.uptime() + delay
        deadlineTimer?.cancel()
        deadlineTimer = Task { [clock] in
            await clock.sleep(time)
            if !Task.isCancelled { await self.deadlineReached() }
        }
    }

    private func deadlineReached() async {
        // Clear the timer first, so that later calls do not cancel this task: the store does nothing in a cancelled
        // task.
        deadlineTimer = nil
        await passDeadlines()
    }

    /// Applies due deadlines. Returns the seconds until the next one, or until a failed store is retried.
    private func secondsToNextDeadline() async -> Double {
        guard let database else { return Self.longestDeadlineWait }
        do throws(StoreError) {
            if needsTimeCorrected {
                try await database.correctTime(to: serverNow)
                needsTimeCorrected = false
            }
            if let due = try await database.nextDeadline(), due <= serverNow {
                try await database.advance(to: serverNow)
            }
            let next = try await database.nextDeadline()
            deadlineFailures = 0
            guard let next else { return Self.longestDeadlineWait }
            // Wait at least a second, so that a card that stays due does not keep the store busy.
            let left = next.timeIntervalSince(serverNow)
            return left > 0 ? min(left, Self.longestDeadlineWait) : 1
        } catch {
            deadlineFailures += 1
            // Do not report this at the end, when the store may already be closed.
            if deadlineFailures == 1, error != .closed, error != .cancelled { onTrouble(.deadlines(error)) }
            return min(Self.longestDeadlineRetry, Double(1 << min(deadlineFailures, 10)))
        }
    }

    /// The maximum number of seconds until the store is checked again, also if there is no known deadline.
    private static let longestDeadlineWait = 3600.0
    /// The maximum number of seconds between two attempts on a failing store. The first retries follow after 2, 4, 8 …
    /// seconds.
    private static let longestDeadlineRetry = 60.0
}
