import Basics
import Cards
import FeedAPI
import FeedEngine

import struct Foundation.Date

/// Limits the records of each user per minute with a token bucket, so that a faulty program cannot fill the disk.
final class RecordRateLimiter: Sendable {
    private struct Bucket {
        var level: Double
        var filledAt: Date
    }

    private let capacity: Double
    private let buckets = Lock<[Viewer: Bucket]>([:])

    /// The maximum number of buckets. When it is exceeded, all buckets are removed and start full again.
    private static let mostBuckets = 10_000

    init(perMinute: Int) { capacity = Double(perMinute) }

    /// Takes tokens for a number of records from the user's bucket.
    ///
    /// - Throws: ``Problem`` of type `too-many-requests` if the bucket has fewer tokens.
    func consume(_ count: Int, of viewer: Viewer, now: Date) throws(Problem) {
        let isIn = buckets.withLock { buckets in
            if buckets.count >= Self.mostBuckets, buckets[viewer] == nil { buckets.removeAll() }
            var bucket = buckets[viewer] ?? Bucket(level: capacity, filledAt: now)
            // If the clock is set back, the bucket keeps its level.
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
                .tooManyRequests,
                detail: "A user can send at most \(Int(capacity)) records per minute. Send these records later.")
        }
    }
}
