/// How long to wait before the WebSocket is opened again: a random part of a time that doubles with each failure, up to
/// half a minute, so that the clients of a restarted service do not return all at once.
struct ReconnectDelay: Sendable {
    static let maximum = 30.0
    private var failures = 0

    /// - Parameter random: From 0 to 1.
    mutating func next(random: Double) -> Double {
        failures = min(failures + 1, 10)
        return random * min(Self.maximum, Double((1 << failures) - 1))
    }

    mutating func reset() { failures = 0 }
}
