/// How a stopping server divides its time: first it reports that it is not ready, then it closes push connections, then
/// the last requests end.
struct DrainPlan: Equatable {
    /// How long all requests are still served, so that a load balancer can notice that the server is not ready.
    let lead: Duration
    /// The time over which push connections are closed, so that the viewers do not all reconnect at once.
    let spread: Duration

    /// The number of viewers per second that may reconnect to another server. A server with one core handles this
    /// easily.
    private static let viewersPerSecond = 100

    /// - Parameters:
    ///   - time: The total time.
    ///   - isWatched: Whether a load balancer checks if the server is ready.
    ///   - viewers: The number of push connections.
    init(within time: Duration, isWatched: Bool, viewers: Int) {
        lead = isWatched ? time * 0.4 : .zero
        // A fifth of the time remains for the responses to the last viewers and for running requests.
        let most = time * 0.8 - lead
        spread = min(most, .seconds(1) * viewers / Self.viewersPerSecond)
    }
}
