internal import AppRuntime
internal import Basics
internal import Cards
internal import FeedAPI
internal import FeedSync
internal import Logging

/// Follows streams without a viewer and without a store: reports events since the last state, then new ones. Reconnects
/// with growing pauses as long as it runs.
actor WatchFeed {
    /// The events of one change, and the state after it.
    struct Batch: Sendable {
        var events: [WatchState.Event]
        var state: WatchState
        /// The streams that the feed follows; of others the state may be older.
        var streams: [StreamID]

        /// - Parameter streams: All of the state by default.
        init(events: [WatchState.Event], state: WatchState, streams: [StreamID]? = nil) {
            self.events = events
            self.state = state
            self.streams = streams ?? Array(state.feeds.keys)
        }
    }

    struct Options: Sendable {
        var streams: [StreamID]
        /// Whether changes are followed live, if the source supports it.
        var isLive: Bool
        /// The polling interval without push in seconds.
        var pollInterval: Double
    }

    private let options: Options
    private let connect: @Sendable () async throws -> any CardSource
    /// Called for each new connection.
    private let onConnected: @Sendable (any CardSource) async throws -> Void
    private let onFailure: @Sendable (CommandFailure) -> Void
    /// Nothing more is read before it returns.
    private let onBatch: @Sendable (Batch) async -> Void
    private var state: WatchState
    private var hasConnected = false
    /// Failures since the last received data.
    private var attempts = 0

    init(
        _ options: Options, from state: WatchState, onBatch: @escaping @Sendable (Batch) async -> Void,
        connect: @escaping @Sendable () async throws -> any CardSource,
        onConnected: @escaping @Sendable (any CardSource) async throws -> Void,
        onFailure: @escaping @Sendable (CommandFailure) -> Void
    ) {
        self.options = options
        self.state = state
        self.onBatch = onBatch
        self.connect = connect
        self.onConnected = onConnected
        self.onFailure = onFailure
    }

    /// Runs until it is cancelled.
    ///
    /// - Throws: A permanent error of the very first connection, such as a wrong key.
    func run() async throws {
        let backoff = Backoff()
        while !Task.isCancelled {
            do {
                let source = try await connect()
                try await onConnected(source)
                try await follow(source)
            } catch {
                if Task.isCancelled { return }
                let failure = CommandFailure(error)
                if !hasConnected, ![.network, .interrupted].contains(failure.status) { throw failure }
                onFailure(failure)
                attempts += 1
                let pause = backoff.delay(attempt: attempts, random: .random(in: 0..<1))
                // Cancellation ends the loop above.
                try? await Task.sleep(for: .seconds(pause))
            }
        }
    }

    /// Reports the events since the last state once, without waiting for more.
    func catchUp() async throws {
        let source = try await connect()
        try await onConnected(source)
        for stream in options.streams {
            if state.feeds[stream]?.cursor == nil {
                try await begin(stream, source)
            } else {
                try await ask(stream, source)
            }
        }
    }

    private func follow(_ source: any CardSource) async throws {
        for stream in options.streams where state.feeds[stream]?.cursor == nil { try await begin(stream, source) }
        hasConnected = true
        guard options.isLive, source.capabilities.delivery == .live else { return try await poll(source) }
        let subscriptions = options.streams.map { subscription($0) }
        let live: any LiveFeed
        do throws(SourceError) { live = try await source.follow(subscriptions) } catch {
            guard error.leavesPolling else { throw error }
            return try await poll(source)
        }
        do {
            try await listen(live, source)
            await live.close()
        } catch {
            await live.close()
            throw error
        }
    }

    /// Loads all cards of a stream.
    private func begin(_ stream: StreamID, _ source: any CardSource) async throws {
        var entries: [FeedEntry] = []
        var cursor: FeedCursor?
        var page: String?
        repeat {
            let answer = try await source.snapshot(of: stream, page: page)
            entries += answer.entries
            cursor = cursor ?? answer.cursor
            page = answer.next
        } while page != nil
        guard let cursor else { return }
        await emit(state.reset(to: entries, of: stream, cursor: cursor))
    }

    private func emit(_ events: [WatchState.Event]) async {
        await onBatch(Batch(events: events, state: state, streams: options.streams))
    }

    // MARK: Push

    private func listen(_ live: any LiveFeed, _ source: any CardSource) async throws {
        for try await event in live.events {
            attempts = 0
            switch event {
            case .changes(let delta):
                await emit(state.apply(delta))
                try await live.acknowledge(delta.cursor, of: delta.streamID)
            case .cursorExpired(let stream):
                try await begin(stream, source)
                try await live.resume(subscription(stream))
            case .unavailable(let refusal): throw SourceError.refused(refusal)
            case .caughtUp: break
            }
        }
        throw SourceError.network("the connection was closed")
    }

    private func subscription(_ stream: StreamID) -> Subscription {
        Subscription(streamID: stream, since: state.feeds[stream]?.cursor)
    }

    // MARK: Polling

    private func poll(_ source: any CardSource) async throws {
        while !Task.isCancelled {
            for stream in options.streams { try await ask(stream, source) }
            attempts = 0
            try await Task.sleep(for: .seconds(max(options.pollInterval, 1)))
        }
    }

    private func ask(_ stream: StreamID, _ source: any CardSource) async throws {
        do {
            try await fetchChanges(of: stream, source)
        } catch SourceError.refused(let refusal) where refusal.reason == .cursorExpired {
            try await begin(stream, source)
        }
    }

    private func fetchChanges(of stream: StreamID, _ source: any CardSource) async throws {
        var hasMore = true
        while hasMore, let since = state.feeds[stream]?.cursor,
            let delta = try await source.changes(of: stream, since: since)
        {
            await emit(state.apply(delta))
            hasMore = delta.hasMore
        }
    }
}

extension SourceError {
    /// Whether polling may work although live feeds do not.
    fileprivate var leavesPolling: Bool {
        switch self {
        case .refused(let refusal): refusal.reason == .noLiveFeed
        // A policy may allow requests only, for example one with pins.
        case .denied: true
        default: false
        }
    }
}
