import struct Foundation.Date

/// The wall clock of one machine, which is changed now and then.
// Invariant: used by the only thread of the process.
final class WallClock: @unchecked Sendable {
    /// The deviation from the correct time, in seconds.
    var jump = 0.0

    var now: Date { Date().addingTimeInterval(jump) }
}
