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

    /// Seconds over which clients come back that lost one server at the same moment. Of 1,000 spread this wide no
    /// single second sees more than 50; over 30 s chance alone would break that.
    private static let spread = 40.0
    /// A server that goes down is not back before.
    private static let downTime = 5.0

    /// The wait after a loss that has probably hit every client at once.
    ///
    /// - Parameter retryAfter: what the server asked for; the spread begins there.
    package func spreadDelay(retryAfter: Double? = nil, random: Double) -> Double {
        let asked = retryAfter.flatMap { $0.isFinite ? $0 : nil } ?? Self.downTime
        return min(max(asked, Self.downTime), max(0, longestRetryAfter - Self.spread)) + Self.spread * random
    }

    /// The wait after a further failure in such a crowd: the same place in the next round. A wait drawn anew would
    /// pile those who were refused upon those who have not tried yet.
    package func nextRoundDelay(random: Double) -> Double { Self.spread * (1 + 0.1 * random) }

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
