import Glibc

package import struct Foundation.Date

/// The loop's source of time: the real clock, or one that a script or a test moves.
package struct AppClock {
    /// Seconds that ``now`` is ahead of the base.
    private var offset = 0.0
    private let base: () -> Date

    /// Follows the system's clock.
    package static var system: AppClock {
        AppClock {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
        }
    }

    /// Stands still until it is advanced.
    package static func fixed(at date: Date) -> AppClock { AppClock { date } }

    private init(base: @escaping () -> Date) { self.base = base }

    package var now: Date { base().addingTimeInterval(offset) }

    package mutating func advance(by seconds: Double) { offset += seconds }

    /// Seconds on a clock that never jumps, for pacing frames.
    static var monotonic: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
