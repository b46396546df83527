import Cards

/// Schedules the polling of several streams with their own intervals. Times in seconds.
struct PollSchedule {
    private var streams: [(id: StreamID, interval: Double)]
    private var lastFetched: [StreamID: Double] = [:]
    /// Whether the next fetch covers only the streams that are due.
    var isDueOnly = false

    /// The tolerance within which streams are fetched together.
    private static let slack = 0.1

    private let standard: Double

    init(_ configuration: SyncEngine.Configuration) {
        standard = configuration.settings.pollInterval
        streams = []
        follow(configuration.streams, intervals: configuration.intervals)
    }

    /// Changes the followed streams. Streams that stay keep their state.
    mutating func follow(_ ids: [StreamID], intervals: [StreamID: Double]) {
        streams = ids.map { id in
            guard let interval = intervals[id] else { return (id, standard) }
            return (id, interval <= 0 ? 0 : max(1, interval))
        }
    }

    /// The shortest interval; 0 if nothing is polled.
    var shortest: Double {
        streams.isEmpty ? standard : streams.map(\.interval).filter { $0 > 0 }.min() ?? 0
    }

    /// The time until the next stream is due.
    func wait(at time: Double) -> Double {
        let waits = streams.filter { $0.interval > 0 }.map { (lastFetched[$0.id] ?? time) + $0.interval - time }
        return max(0, waits.min() ?? shortest)
    }

    /// The streams to fetch now.
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
