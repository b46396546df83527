package import Basics

package import struct Foundation.Date

/// The clock of a demo's service. It is set to times in the past while the demo's data is written.
package final class DemoClock: Sendable {
    private let clock: SyncClock
    private let age = Lock(0.0)

    package init(_ clock: SyncClock) { self.clock = clock }

    package var now: Date {
        let age = age.withLock { $0 }
        return clock.now().addingTimeInterval(-age)
    }

    /// Sets the clock back to this number of seconds before the real time.
    package func goBack(_ seconds: Double) { age.withLock { $0 = seconds } }
}
