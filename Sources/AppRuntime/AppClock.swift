import Glibc

package import struct Foundation.Date

/// The event loop's source of time: the real clock, or one controlled by a script or a test.
package struct AppClock {
    /// The seconds added to the base clock.
    private var offset = 0.0
    private let base: () -> Date

    /// Follows the system clock.
    package static var system: AppClock {
        AppClock {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
        }
    }

    /// Stays constant until it is advanced.
    package static func fixed(at date: Date) -> AppClock { AppClock { date } }

    private init(base: @escaping () -> Date) { self.base = base }

    package var now: Date { base().addingTimeInterval(offset) }

    package mutating func advance(by seconds: Double) { offset += seconds }

    /// The seconds on a clock that never jumps, used for pacing frames.
    static var monotonic: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
