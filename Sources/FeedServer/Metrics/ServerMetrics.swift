import Basics

/// What a server has done since its start. Counting takes the same short time, whatever the feeds hold.
final class ServerMetrics: Sendable {
    enum Counter: CaseIterable {
        case acceptedConnections, refusedConnections, evictedConnections
        case publishedCards, acts, pushedDeltas
        case cachedTokens, verifiedTokens
        case arrivedDeliveries, failedDeliveries, abandonedDeliveries
    }

    enum Timing: CaseIterable {
        /// From the moment when a server knows of a change to its frame for a viewer.
        case push
        /// A delivery to a webhook.
        case delivery
        /// A command of the storage.
        case storage
    }

    /// The answers of a group of routes.
    struct Requests {
        /// By the first digit of the status.
        var byClass = [Int](repeating: 0, count: 6)
        /// Without requests that wait for a change.
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

    /// - Parameter start: Nil for a request that has waited.
    func answered(_ group: RouteGroup, status: Int, since start: ContinuousClock.Instant?) {
        let duration = start.map { ContinuousClock.now - $0 }
        state.withLock { state in
            state.requests[group, default: Requests()].byClass[min(status / 100, 5)] += 1
            if let duration { state.requests[group]?.durations.observe(duration) }
        }
    }

    var current: State { state.withLock { $0 } }
}
