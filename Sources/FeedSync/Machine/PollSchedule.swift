import Cards

/// Which stream is asked for when, where several are polled at intervals of their own. Times in seconds.
struct PollSchedule {
    private var streams: [(id: StreamID, interval: Double)]
    private var lastFetched: [StreamID: Double] = [:]
    /// Whether only those are wanted whose time has come.
    var isDueOnly = false

    /// Two that are due so close together are asked for together.
    private static let slack = 0.1

    private let standard: Double

    init(_ configuration: SyncEngine.Configuration) {
        standard = configuration.settings.pollInterval
        streams = []
        follow(configuration.streams, intervals: configuration.intervals)
    }

    /// Takes other streams; what is known of those that stay stays.
    mutating func follow(_ ids: [StreamID], intervals: [StreamID: Double]) {
        streams = ids.map { id in
            guard let interval = intervals[id] else { return (id, standard) }
            return (id, interval <= 0 ? 0 : max(1, interval))
        }
    }

    /// The shortest interval; 0 where nothing is polled.
    var shortest: Double {
        streams.isEmpty ? standard : streams.map(\.interval).filter { $0 > 0 }.min() ?? 0
    }

    /// How long to wait for the next that is due.
    func wait(at time: Double) -> Double {
        let waits = streams.filter { $0.interval > 0 }.map { (lastFetched[$0.id] ?? time) + $0.interval - time }
        return max(0, waits.min() ?? shortest)
    }

    /// The streams to ask for now.
    mutating func begin(at time: Double) -> [StreamID] {
        guard isDueOnly else { return streams.map(\.id) }
        isDueOnly = false
        return streams.filter { stream in
            guard let last = lastFetched[stream.id] else { return true }
            return stream.interval > 0 && last + stream.interval <= time + Self.slack
        }.map(\.id)
    }

    mutating func recordFetch(of stream: StreamID, at time: Double) { lastFetched[stream] = time }
}
