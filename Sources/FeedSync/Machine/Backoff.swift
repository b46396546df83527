/// Retry delays: exponential with full jitter, so that many clients of one restarted server spread out.
package struct Backoff: Hashable, Sendable {
    /// In seconds.
    package var base: Double
    package var cap: Double
    /// The upper limit for a server's `Retry-After`, in seconds.
    package var longestRetryAfter: Double

    package init(base: Double = 0.5, cap: Double = 60, longestRetryAfter: Double = 600) {
        self.base = base
        self.cap = cap
        self.longestRetryAfter = longestRetryAfter
    }

    /// Seconds over which clients reconnect that lost one server at the same moment. With 1,000 clients no single
    /// second then sees more than 50; over 30 s random variation alone would exceed that.
    private static let spread = 40.0
    /// The minimum number of seconds that a restart takes.
    private static let downTime = 5.0

    /// The delay after a loss that has probably affected every client at once.
    ///
    /// - Parameter retryAfter: The server's request; the spread starts there.
    package func spreadDelay(retryAfter: Double? = nil, random: Double) -> Double {
        let asked = retryAfter.flatMap { $0.isFinite ? $0 : nil } ?? Self.downTime
        return min(max(asked, Self.downTime), max(0, longestRetryAfter - Self.spread)) + Self.spread * random
    }

    /// The delay after a further failure in such a situation: the same position in the next round. A new random delay
    /// would add refused clients to those that have not tried yet.
    package func nextRoundDelay(random: Double) -> Double { Self.spread * (1 + 0.1 * random) }

    /// - Parameters:
    ///   - attempt: The number of failures so far, from 1.
    ///   - retryAfter: The server's request, which takes precedence.
    ///   - random: Uniformly distributed in 0..<1.
    package func delay(attempt: Int, retryAfter: Double? = nil, random: Double) -> Double {
        if let retryAfter, retryAfter.isFinite { return min(max(retryAfter, 0), longestRetryAfter) }
        // Limited, because an unbounded exponent would overflow.
        let ceiling = attempt > 30 ? cap : min(cap, base * Double(1 << max(0, attempt)))
        return ceiling * random
    }
}
