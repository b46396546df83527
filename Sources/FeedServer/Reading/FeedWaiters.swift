import FeedEngine

/// Requests that wait for a change of a feed.
actor FeedWaiters {
    private var signals: [FeedKey: [UInt64: Signal]] = [:]
    private var lastNumber: UInt64 = 0
    /// Whether the server is stopping: nothing waits any more.
    private(set) var isClosed = false

    /// Begins to wait. Call it before reading, so that no change is missed, and pair it with ``leave(_:of:)``.
    func enter(_ feed: FeedKey) -> (number: UInt64, signal: Signal) {
        lastNumber += 1
        let signal = Signal()
        signals[feed, default: [:]][lastNumber] = signal
        return (lastNumber, signal)
    }

    func leave(_ number: UInt64, of feed: FeedKey) {
        signals[feed]?[number] = nil
        if signals[feed]?.isEmpty == true { signals[feed] = nil }
    }

    /// The number of requests that wait.
    var count: Int { signals.values.reduce(0) { $0 + $1.count } }

    /// The feeds that requests wait for.
    var awaited: Set<FeedKey> { Set(signals.keys) }

    /// Those of some feeds that requests wait for.
    func awaited(among feeds: Set<FeedKey>) -> Set<FeedKey> { feeds.filter { signals[$0] != nil } }

    func wake(_ changed: Set<FeedKey>) async {
        guard !signals.isEmpty else { return }
        for feed in changed { for signal in signals[feed, default: [:]].values { await signal.raise() } }
    }

    /// Ends all waits, for a server that stops.
    func close() async {
        isClosed = true
        await wake(Set(signals.keys))
    }
}
