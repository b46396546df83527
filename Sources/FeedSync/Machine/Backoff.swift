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

    /// The time, in seconds, over which clients reconnect that lost a server at the same moment. Within any second, at
    /// most a fifth of them reconnect, and each one is back soon.
    private static let spread = 6.0
    /// The minimum number of seconds that a restart takes.
    private static let downTime = 2.0
    /// The upper limit of a delay, in seconds, while the server stays unavailable.
    private static let longestRound = 40.0

    /// The delay after a failure that has probably affected all clients at the same time.
    ///
    /// - Parameter retryAfter: The delay that the server asked for, in seconds. The spread begins after it.
    package func spreadDelay(retryAfter: Double? = nil, random: Double) -> Double {
        let asked = retryAfter.flatMap { $0.isFinite ? $0 : nil } ?? Self.downTime
        return min(max(asked, Self.downTime), max(0, longestRetryAfter - Self.spread)) + Self.spread * random
    }

    /// The delay after a further failure in this situation: the same position in the next round. A new random delay
    /// would make refused clients compete with those that have not tried yet. The length of rounds doubles, so that a
    /// long outage causes few attempts and the last delay is hardly longer than the outage.
    ///
    /// - Parameter attempt: The number of failures so far, from 2.
    package func nextRoundDelay(attempt: Int, random: Double) -> Double {
        let rounds = Double(1 << min(max(0, attempt - 2), 10))
        return min(Self.spread * rounds, Self.longestRound) * (1 + 0.1 * random)
    }

    /// The delay before the next attempt, in seconds.
    ///
    /// - Parameters:
    ///   - attempt: The number of failures so far, from 1.
    ///   - retryAfter: The delay that the server asked for, which takes precedence; nil for none.
    ///   - random: Uniformly distributed in 0..<1.
    package func delay(attempt: Int, retryAfter: Double? = nil, random: Double) -> Double {
        if let retryAfter, retryAfter.isFinite { return min(max(retryAfter, 0), longestRetryAfter) }
        // Limit the exponent, because the shift would overflow.
        let ceiling = attempt > 30 ? cap : min(cap, base * Double(1 << max(0, attempt)))
        return ceiling * random
    }
}
