package import struct Foundation.Date

/// The server's clock for embargoes, expiry, snoozes and tokens. Tests can replace it. Network timeouts use the
/// monotonic clock instead.
package struct ServerClock: Sendable {
    package var now: @Sendable () -> Date
    /// Returns at the given time, or early if the task is cancelled.
    package var sleep: @Sendable (_ until: Date) async -> Void

    package init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (_ until: Date) async -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// A clock that is ahead of this one by a number of seconds, which is evaluated for each call.
    func ahead(by seconds: @escaping @Sendable () -> Double) -> ServerClock {
        let (now, sleep) = (now, sleep)
        return ServerClock(
            now: { now().addingTimeInterval(seconds()) }, sleep: { await sleep($0.addingTimeInterval(-seconds())) })
    }

    /// The machine's clock. Sleeps at most a minute at a time, so that changes of the clock and suspension of the
    /// machine cause only short delays.
    package static let system = ServerClock(
        now: { Date() },
        sleep: { until in
            let seconds = min(max(until.timeIntervalSinceNow, 0), 60)
            // Cancelling the task ends the sleep early.
            try? await Task.sleep(for: .seconds(seconds))
        })
}
