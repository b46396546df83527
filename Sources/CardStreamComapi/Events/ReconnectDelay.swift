/// The back-off before the WebSocket is opened again: a random part of a time that doubles with each failure, up to 30
/// seconds. It is random so that the clients of a restarted service do not all reconnect at once.
struct ReconnectDelay: Sendable {
    static let maximum = 30.0
    private var failures = 0

    /// Counts a failure and returns the delay before the next attempt, in seconds.
    ///
    /// - Parameter random: The part of the time to wait, from 0 to 1.
    mutating func next(random: Double) -> Double {
        failures = min(failures + 1, 10)
        return random * min(Self.maximum, Double((1 << failures) - 1))
    }

    mutating func reset() { failures = 0 }
}
