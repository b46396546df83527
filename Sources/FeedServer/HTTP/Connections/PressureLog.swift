/// Counts connections that were turned away and says when to write that into the log: at once, then once a minute at
/// most, so that who floods the server does not fill the disk as well.
struct PressureLog {
    private static let pause = Duration.seconds(60)

    private var count = 0
    private var lastLogged: ContinuousClock.Instant?

    /// One more. Returns how many since it was last told, when it is to be told now.
    mutating func record(at now: ContinuousClock.Instant) -> Int? {
        count += 1
        if let lastLogged, now - lastLogged < Self.pause { return nil }
        defer { count = 0 }
        lastLogged = now
        return count
    }
}
