package import struct Foundation.Date

/// The clock as a dependency, so that tests can control time.
package struct SyncClock: Sendable {
    /// The wall clock. It jumps when it is set and when the machine has slept.
    package var now: @Sendable () -> Date
    /// A monotonic clock in seconds. Only differences are meaningful.
    package var uptime: @Sendable () -> Double
    /// A clock in seconds that cannot be set and that runs while the machine sleeps. Only differences are meaningful.
    package var elapsed: @Sendable () -> Double
    /// Returns at the given uptime, after `Double.longestWait` at the latest, or early when the task is cancelled.
    package var sleep: @Sendable (_ until: Double) async -> Void

    /// - Parameter elapsed: See ``elapsed``. By default the wall clock, which is suitable only if it is never set.
    package init(
        now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Double,
        elapsed: (@Sendable () -> Double)? = nil, sleep: @escaping @Sendable (Double) async -> Void
    ) {
        self.now = now
        self.uptime = uptime
        self.elapsed = elapsed ?? { now().timeIntervalSince1970 }
        self.sleep = sleep
    }

    /// The machine's clocks. The monotonic one stops while the machine sleeps, which is how sleep is detected.
    package static var live: SyncClock {
        let clock = SuspendingClock()
        let start = clock.now
        let continuousStart = ContinuousClock.now
        return SyncClock(
            now: { Date() }, uptime: { start.duration(to: clock.now).seconds },
            elapsed: { continuousStart.duration(to: .now).seconds },
            sleep: { until in
                let now = clock.now
                let left = until - start.duration(to: now).seconds
                // Cancellation is an early return, as documented.
                try? await clock.sleep(until: now.advanced(by: .waiting(left)), tolerance: nil)
            })
    }
}

extension Duration {
    /// The duration in seconds.
    package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
