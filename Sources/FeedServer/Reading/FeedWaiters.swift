import FeedEngine

/// Requests that wait for a feed to change.
actor FeedWaiters {
    private var signals: [FeedKey: [UInt64: Signal]] = [:]
    private var lastNumber: UInt64 = 0
    /// Whether the server is stopping. Requests no longer wait then.
    private(set) var isClosed = false

    /// Registers a waiting request. Call this before reading the feed, so that no change is missed. Pair it with
    /// ``leave(_:of:)``.
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

    /// The number of waiting requests.
    var count: Int { signals.values.reduce(0) { $0 + $1.count } }

    /// The feeds that requests wait for.
    var awaited: Set<FeedKey> { Set(signals.keys) }

    /// The subset of `feeds` that requests wait for.
    func awaited(among feeds: Set<FeedKey>) -> Set<FeedKey> { feeds.filter { signals[$0] != nil } }

    func wake(_ changed: Set<FeedKey>) async {
        guard !signals.isEmpty else { return }
        for feed in changed { for signal in signals[feed, default: [:]].values { await signal.raise() } }
    }

    /// Wakes all waiting requests, because the server is stopping.
    func close() async {
        isClosed = true
        await wake(Set(signals.keys))
    }
}
