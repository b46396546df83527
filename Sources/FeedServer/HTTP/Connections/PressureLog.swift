/// Counts refused connections and limits their log messages to one at once and then one a minute, so that a flood does
/// not fill the disk.
struct PressureLog {
    private static let pause = Duration.seconds(60)

    private var count = 0
    private var lastLogged: ContinuousClock.Instant?

    /// Counts a refused connection. Returns the number since the last message if a message is due.
    mutating func record(at now: ContinuousClock.Instant) -> Int? {
        count += 1
        if let lastLogged, now - lastLogged < Self.pause { return nil }
        defer { count = 0 }
        lastLogged = now
        return count
    }
}
