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
        // A store that fails says so to the reader of cards; here it is tried again within the minute.
        let next = try? await database.nextDeadline()
        if let next, next <= serverNow { try? await database.advance(to: serverNow) }
        let following = (try? await database.nextDeadline()) ?? nil
        guard machine.state != .idle else { return }
        let delay = following.map { min(3600, max(0, $0.timeIntervalSince(serverNow))) } ?? 3600
        let time = clock.uptime() + delay
        deadlineTimer = Task { [clock] in
            await clock.sleep(time)
            if !Task.isCancelled { await self.passDeadlines() }
        }
    }
}
