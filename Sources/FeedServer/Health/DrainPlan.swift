/// How a server that stops spends its time: first it is no longer ready, then the viewers go, then requests end.
struct DrainPlan: Equatable {
    /// How long everything is still served, so that a load balancer notices that the server is not ready.
    let lead: Duration
    /// The time over which push connections are closed, so that their viewers do not all come back at once.
    let spread: Duration

    /// Viewers that come back to another server within a second at most: what a server of one core takes easily.
    private static let viewersPerSecond = 100

    /// - Parameters:
    ///   - time: The time for all.
    ///   - isWatched: Whether a load balancer asks if the server is ready.
    ///   - viewers: The number of push connections.
    init(within time: Duration, isWatched: Bool, viewers: Int) {
        lead = isWatched ? time * 0.4 : .zero
        // A fifth remains for the last of them to answer, and for requests in work.
        let most = time * 0.8 - lead
        spread = min(most, .seconds(1) * viewers / Self.viewersPerSecond)
    }
}
