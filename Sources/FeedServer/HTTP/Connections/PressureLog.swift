/// Counts refused connections for the log. The first one is logged at once, and then at most one message per minute, so
/// that a flood of connections does not fill the disk.
struct PressureLog {
    private static let pause = Duration.seconds(60)

    private var count = 0
    private var lastLogged: ContinuousClock.Instant?

    /// Counts a refused connection. If a message is due, returns the number of refused connections since the last
    /// message.
    mutating func record(at now: ContinuousClock.Instant) -> Int? {
        count += 1
        if let lastLogged, now - lastLogged < Self.pause { return nil }
        defer { count = 0 }
        lastLogged = now
        return count
    }
}
