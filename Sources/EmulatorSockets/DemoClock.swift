package import Basics

package import struct Foundation.Date

/// The time of a demonstration's service, which is in the past while its data are written.
package final class DemoClock: Sendable {
    private let clock: SyncClock
    private let age = Lock(0.0)

    package init(_ clock: SyncClock) { self.clock = clock }

    package var now: Date {
        let age = age.withLock { $0 }
        return clock.now().addingTimeInterval(-age)
    }

    /// Sets the time to so many seconds ago.
    package func goBack(_ seconds: Double) { age.withLock { $0 = seconds } }
}
