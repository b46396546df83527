/// How long to wait before trying again: exponential with full jitter, so that many clients of one restarted
/// server spread out.
package struct Backoff: Hashable, Sendable {
    /// Seconds.
    package var base: Double
    package var cap: Double
    /// The longest a server's `Retry-After` is believed, in seconds.
    package var longestRetryAfter: Double

    package init(base: Double = 0.5, cap: Double = 60, longestRetryAfter: Double = 600) {
        self.base = base
        self.cap = cap
        self.longestRetryAfter = longestRetryAfter
    }

    /// - Parameters:
    ///   - attempt: failures so far, from 1.
    ///   - retryAfter: what the server asked for; it wins.
    ///   - random: evenly distributed in 0..<1.
    package func delay(attempt: Int, retryAfter: Double? = nil, random: Double) -> Double {
        if let retryAfter, retryAfter.isFinite { return min(max(retryAfter, 0), longestRetryAfter) }
        // Twice the cap is far enough: an exponent without bound would overflow.
        let ceiling = attempt > 30 ? cap : min(cap, base * Double(1 << max(0, attempt)))
        return ceiling * random
    }
}
