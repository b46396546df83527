import Basics

import struct Foundation.Date

/// The service's time, which is in the past while the conversations are written.
final class DemoClock: Sendable {
    private let clock: SyncClock
    private let age = Lock(0.0)

    init(_ clock: SyncClock) { self.clock = clock }

    var now: Date {
        let age = age.withLock { $0 }
        return clock.now().addingTimeInterval(-age)
    }

    /// Sets the time to so many seconds ago.
    func goBack(_ seconds: Double) { age.withLock { $0 = seconds } }
}
