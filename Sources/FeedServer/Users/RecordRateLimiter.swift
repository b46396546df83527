import Basics
import Cards
import FeedAPI
import FeedEngine

import struct Foundation.Date

/// Lets each user send so many records a minute: a bucket that fills as time passes. A host that runs wild fills
/// nobody's disk.
final class RecordRateLimiter: Sendable {
    private struct Bucket {
        var level: Double
        var filledAt: Date
    }

    private let capacity: Double
    private let buckets = Lock<[Viewer: Bucket]>([:])

    /// Buckets are remembered of so many users; more of them at once all begin anew, with full buckets.
    private static let mostBuckets = 10_000

    init(perMinute: Int) { capacity = Double(perMinute) }

    /// Takes records out of a user's bucket.
    ///
    /// - Throws: a ``Problem`` of type `too-many-requests` when they are not in it.
    func consume(_ count: Int, of viewer: Viewer, now: Date) throws(Problem) {
        let isIn = buckets.withLock { buckets in
            if buckets.count >= Self.mostBuckets, buckets[viewer] == nil { buckets.removeAll() }
            var bucket = buckets[viewer] ?? Bucket(level: capacity, filledAt: now)
            // A clock that was set back must not empty it.
            let passed = max(0, now.timeIntervalSince(bucket.filledAt))
            bucket.level = min(capacity, bucket.level + passed * capacity / 60)
            bucket.filledAt = now
            let isIn = bucket.level >= Double(count)
            if isIn { bucket.level -= Double(count) }
            buckets[viewer] = bucket
            return isIn
        }
        guard isIn else {
            throw Problem(
                .tooManyRequests, detail: "A user may send \(Int(capacity)) records a minute. Send them later.")
        }
    }
}
