package import struct Foundation.Date

/// Where the server gets the time from: embargo, expiry, snooze and tokens all follow it, so that tests can turn the
/// hands. Network time limits use the monotonic clock instead.
package struct ServerClock: Sendable {
    package var now: @Sendable () -> Date
    /// Returns at the time, or early when the task is cancelled.
    package var sleep: @Sendable (_ until: Date) async -> Void

    package init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (_ until: Date) async -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The machine's clock. Sleeps at most a minute at a time, so that a clock that jumps or a machine that slept
    /// delays nothing for long.
    package static let system = ServerClock(
        now: { Date() },
        sleep: { until in
            let seconds = min(max(until.timeIntervalSinceNow, 0), 60)
            // Cancellation is how a sleep is cut short.
            try? await Task.sleep(for: .seconds(seconds))
        })
}
