internal import AppRuntime
internal import Basics
internal import Cards
internal import FeedAPI
internal import FeedSync
internal import Logging

/// Follows streams without a viewer and without a store: what happened since it last knew, then what happens. Connects
/// anew, with growing pauses, for as long as it runs.
actor WatchFeed {
    /// What one change brought, and the state after it.
    struct Batch: Sendable {
        var events: [WatchState.Event]
        var state: WatchState
    }

    struct Options: Sendable {
        var streams: [StreamID]
        var usesSocket: Bool
        /// Between two questions without push, in seconds.
        var pollInterval: Double
    }

    private let options: Options
    private let connect: @Sendable () async throws -> FeedClient
    /// Called for each connection that is made.
    private let onConnected: @Sendable (FeedClient) async throws -> Void
    private let onFailure: @Sendable (CommandFailure) -> Void
    /// Nothing more is read before it returns.
    private let onBatch: @Sendable (Batch) async -> Void
    private var state: WatchState
    private var hasConnected = false
    /// Failures since something was heard.
    private var attempts = 0

    init(
        _ options: Options, from state: WatchState, onBatch: @escaping @Sendable (Batch) async -> Void,
        connect: @escaping @Sendable () async throws -> FeedClient,
        onConnected: @escaping @Sendable (FeedClient) async throws -> Void,
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
    /// - Throws: what stands in the way of the very first connection and does not go away by waiting, such as a wrong key.
    func run() async throws {
        let backoff = Backoff()
        while !Task.isCancelled {
            do {
                let client = try await connect()
                try await onConnected(client)
                try await follow(client)
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

    /// Tells what happened since it last knew, once, and does not wait for more.
    func catchUp() async throws {
        let client = try await connect()
        try await onConnected(client)
        for stream in options.streams {
            if state.feeds[stream]?.cursor == nil {
                try await begin(stream, client)
            } else {
                try await ask(stream, client)
            }
        }
    }

    private func follow(_ client: FeedClient) async throws {
        for stream in options.streams where state.feeds[stream]?.cursor == nil { try await begin(stream, client) }
        hasConnected = true
        guard options.usesSocket else { return try await poll(client) }
        let socket: FeedSocket
        do {
            socket = try await client.openSocket()
        } catch FeedError.socketRefused {
            return try await poll(client)
        } catch FeedError.denied {
            // A policy may allow requests only, as one with pins does.
            return try await poll(client)
        }
        do {
            try await listen(socket, client)
            await socket.close()
        } catch {
            await socket.close()
            throw error
        }
    }

    /// Looks at all cards of a stream.
    private func begin(_ stream: StreamID, _ client: FeedClient) async throws {
        var entries: [FeedEntry] = []
        var cursor: FeedCursor?
        var page: String?
        repeat {
            let answer = try await client.snapshot(stream, page)
            entries += answer.entries
            cursor = cursor ?? answer.cursor
            page = answer.next
        } while page != nil
        guard let cursor else { return }
        await tell(state.take(all: entries, of: stream, cursor: cursor))
    }

    private func tell(_ events: [WatchState.Event]) async { await onBatch(Batch(events: events, state: state)) }

    // MARK: Push

    private func listen(_ socket: FeedSocket, _ client: FeedClient) async throws {
        try await subscribe(options.streams, socket)
        let heard = Lock(ContinuousClock.now)
        let watchdog = Task { try await Self.guardAgainstSilence(of: socket, since: heard) }
        defer { watchdog.cancel() }
        for try await frame in socket.frames {
            heard.withLock { $0 = .now }
            attempts = 0
            switch frame {
            case .delta(let delta):
                await tell(state.take(delta))
                try await socket.send(.ack(stream: delta.streamID, cursor: delta.cursor))
            case .gap(let stream):
                try await begin(stream, client)
                try await subscribe([stream], socket)
            case .ping(let token): try await socket.send(.pong(token: token))
            case .error(let problem): throw FeedError.server(problem, retryAfter: nil)
            case .hello, .live, .pong, .unrecognised: break
            }
        }
        throw FeedError.network("the connection was closed")
    }

    /// Closes a connection on which nobody answers any more.
    private static func guardAgainstSilence(
        of socket: FeedSocket, since heard: Lock<ContinuousClock.Instant>
    ) async throws {
        let silence = Duration.seconds(max(socket.hello.pingSeconds, 5))
        while !Task.isCancelled {
            try await Task.sleep(for: silence)
            let last = heard.withLock { $0 }
            // Neither a word of its own nor an answer to ours: nobody is there.
            if ContinuousClock.now - last > silence * 3 { return await socket.close() }
            try await socket.send(.ping(token: "watch"))
        }
    }

    private func subscribe(_ streams: [StreamID], _ socket: FeedSocket) async throws {
        try await socket.send(
            .subscribe(
                streams.map { ClientFrame.Subscription(streamID: $0, since: state.feeds[$0]?.cursor) }))
    }

    // MARK: Polling

    private func poll(_ client: FeedClient) async throws {
        while !Task.isCancelled {
            for stream in options.streams { try await ask(stream, client) }
            attempts = 0
            try await Task.sleep(for: .seconds(max(options.pollInterval, 1)))
        }
    }

    private func ask(_ stream: StreamID, _ client: FeedClient) async throws {
        do {
            try await takeChanges(of: stream, client)
        } catch FeedError.server(let problem, _) where problem.type == .cursorExpired {
            try await begin(stream, client)
        }
    }

    private func takeChanges(of stream: StreamID, _ client: FeedClient) async throws {
        var hasMore = true
        while hasMore, let since = state.feeds[stream]?.cursor, let delta = try await client.changes(stream, since) {
            await tell(state.take(delta))
            hasMore = delta.hasMore
        }
    }
}
