import Basics

/// Counters and timings since the server started. Counting always takes the same short time, whatever the size of the
/// feeds.
final class ServerMetrics: Sendable {
    enum Counter: CaseIterable {
        case acceptedConnections, refusedConnections, evictedConnections
        case publishedCards, acts, pushedDeltas
        case cachedTokens, verifiedTokens
        case arrivedDeliveries, failedDeliveries, abandonedDeliveries
    }

    enum Timing: CaseIterable {
        /// The time from when the server learns of a change until it creates the frame for a viewer.
        case push
        /// The time of a delivery to a webhook.
        case delivery
        /// The time in which the storage stores a command's changes.
        case storage
    }

    /// The responses of a group of routes.
    struct Requests {
        /// The number of responses by the first digit of the status code.
        var byClass = [Int](repeating: 0, count: 6)
        /// The durations, except those of requests that wait for a change.
        var durations = Histogram()
    }

    struct State {
        var counts = [Counter: Int](uniqueKeysWithValues: Counter.allCases.map { ($0, 0) })
        var timings = [Timing: Histogram](uniqueKeysWithValues: Timing.allCases.map { ($0, Histogram()) })
        var requests: [RouteGroup: Requests] = [:]
    }

    private let state = Lock(State())

    func count(_ counter: Counter, _ number: Int = 1) { state.withLock { $0.counts[counter, default: 0] += number } }

    func observe(_ timing: Timing, since start: ContinuousClock.Instant) {
        let duration = ContinuousClock.now - start
        state.withLock { $0.timings[timing, default: Histogram()].observe(duration) }
    }

    /// - Parameter start: When the request arrived; nil for a request that waits for a change, whose duration is not
    ///   recorded.
    func countResponse(_ group: RouteGroup, status: Int, since start: ContinuousClock.Instant?) {
        let duration = start.map { ContinuousClock.now - $0 }
        state.withLock { state in
            state.requests[group, default: Requests()].byClass[min(status / 100, 5)] += 1
            if let duration { state.requests[group]?.durations.observe(duration) }
        }
    }

    var current: State { state.withLock { $0 } }
}
