import struct Foundation.Date

/// The clock on the wall of one machine, which somebody sets now and then.
// Invariant: used by the only thread of the process.
final class WallClock: @unchecked Sendable {
    /// How far it is off, in seconds.
    var jump = 0.0

    var now: Date { Date().addingTimeInterval(jump) }
}
