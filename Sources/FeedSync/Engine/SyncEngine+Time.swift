import Basics
import CardStore

import struct Foundation.Date

/// The passing of time: jumps of the clock, and deadlines of cards.
extension SyncEngine {
    /// Notices that the machine slept or its clock was set.
    func watchClock() async {
        var offset = clock.now().timeIntervalSince1970 - clock.uptime()
        while !Task.isCancelled {
            await clock.sleep(clock.uptime() + 10)
            let current = clock.now().timeIntervalSince1970 - clock.uptime()
            if abs(current - offset) > 5, !Task.isCancelled { feed(.resumed) }
            offset = current
        }
    }

    /// Lets cards return and expire in time. Called after everything that can set a deadline; gathers.
    func checkDeadlines() {
        guard deadlineCheck == nil else { return }
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
        guard machine.state != .idle else { return }
        let delay = await secondsToNextDeadline()
        guard machine.state != .idle else { return }
        let time = clock.uptime() + delay
        deadlineTimer?.cancel()
        deadlineTimer = Task { [clock] in
            await clock.sleep(time)
            if !Task.isCancelled { await self.deadlineReached() }
        }
    }

    private func deadlineReached() async {
        // Not cancelled by what follows: the store does nothing for a task that is.
        deadlineTimer = nil
        await passDeadlines()
    }

    /// Does what is due. Returns the seconds until the next deadline, or until the store is tried again after a failure.
    private func secondsToNextDeadline() async -> Double {
        do throws(StoreError) {
            if let due = try await database.nextDeadline(), due <= serverNow {
                try await database.advance(to: serverNow)
            }
            let next = try await database.nextDeadline()
            deadlineFailures = 0
            guard let next else { return Self.longestDeadlineWait }
            // At least a second: a card that stays due must not keep the store busy.
            let left = next.timeIntervalSince(serverNow)
            return left > 0 ? min(left, Self.longestDeadlineWait) : 1
        } catch {
            deadlineFailures += 1
            // Not at the end, when the store is closed first.
            if deadlineFailures == 1, error != .closed, error != .cancelled { onTrouble(.deadlines(error)) }
            return min(Self.longestDeadlineRetry, Double(1 << min(deadlineFailures, 10)))
        }
    }

    /// Seconds after which the store is looked at again without a known deadline.
    private static let longestDeadlineWait = 3600.0
    /// Seconds between two tries of a store that fails, at most; the first come after 2, 4, 8 … seconds.
    private static let longestDeadlineRetry = 60.0
}
