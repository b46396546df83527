import Glibc

/// A point in time on the monotonic clock at which a wait ends.
package struct Deadline: Hashable, Sendable {
    /// The end in milliseconds of the monotonic clock.
    private let end: Int

    /// - Parameter seconds: Seconds from now; limited to a year, and 0 if negative.
    package init(seconds: Double) { end = Self.now() + Int(seconds.waitingTime() * 1000) }

    package var isOver: Bool { Self.now() >= end }

    /// Milliseconds until the deadline, for `poll`; at least 0.
    package var milliseconds: Int32 { Int32(clamping: max(end - Self.now(), 0)) }

    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
