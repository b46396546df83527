package import FeedEngine

/// The position of a feed in its history.
package struct FeedPosition: Hashable, Sendable {
    package var counters: FeedCounters
    /// Changes up to this sequence number may have been deleted, so that cursors with lower numbers have expired.
    package var horizon: Int64

    package init(counters: FeedCounters = FeedCounters(), horizon: Int64 = 0) {
        self.counters = counters
        self.horizon = horizon
    }

    /// The sequence number of the last change.
    package var sequence: Int64 { counters.sequence }
}
