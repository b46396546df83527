internal import AppRuntime
internal import Basics
internal import Cards
internal import FeedAPI
internal import FeedSync

/// Follows streams of one source without a viewer and without a card store: reports events since the last state, then
/// new ones. ``SyncEngine`` does the connecting, polling and waiting.
struct WatchFeed: Sendable {
    /// The events of one change, and the state after it.
    struct Batch: Sendable {
        var events: [WatchState.Event]
        var state: WatchState
        /// The streams that the feed follows. The state of other streams may be out of date.
        var streams: [StreamID]

        /// - Parameter streams: The followed streams; by default, all streams of the state.
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
        /// The polling interval without push in seconds; at least 1.
        var pollInterval: Double
        /// See ``SyncSettings/isServerShared``.
        var isServerShared = true
    }

    /// The time in seconds until a refused token or key is tried again. This can succeed, for example, after the
    /// server's keys were restored.
    private static let refusalRetryInterval = 60.0

    private let streams: [StreamID]
    private let source: any CardSource
    private let position: WatchPosition
    private let engine: SyncEngine
    /// A permanent failure of the very first connection.
    private let failures: AsyncStream<CommandFailure>

    /// - Parameters:
    ///   - tokens: The tokens of the source; nil if it needs none, or manages them itself.
    ///   - notices: Reports when the connection is lost and restored.
    ///   - onBatch: Called in order; nothing more is read before it returns.
    init(
        _ options: Options, _ source: any CardSource, tokens: TokenCache? = nil, from state: WatchState,
        notices: ConnectionNotices, onBatch: @escaping @Sendable (Batch) async -> Void
    ) {
        streams = options.streams
        self.source = source
        position = WatchPosition(in: state, of: options.streams, onBatch: onBatch)
        var settings = SyncSettings(
            deliveryMode: options.isLive ? .push : .polling, pollInterval: max(options.pollInterval, 1))
        settings.refusalRetryInterval = Self.refusalRetryInterval
        settings.isServerShared = options.isServerShared
        let (failures, failed) = AsyncStream.makeStream(
            of: CommandFailure.self, bufferingPolicy: .bufferingOldest(1))
        self.failures = failures
        let hasConnected = Lock(false)
        engine = SyncEngine(
            configuration: SyncEngine.Configuration(streams: options.streams, settings: settings), source: source,
            store: position, tokens: tokens,
            onTrouble: { trouble in
                guard case .unavailable(let refusal) = trouble else { return }
                notices.refused(CommandFailure(SourceError.refused(refusal)).message)
            },
            onConnection: { connection, error in
                switch connection {
                case .connecting: break
                case .live, .polling:
                    hasConnected.withLock { $0 = true }
                    notices.connected()
                case .offline, .stopped:
                    let error = error ?? .network("the server closed the connection")
                    // The server has no live feed, so polling is used instead.
                    if error.isMissingLiveFeed { return }
                    let failure = CommandFailure(error)
                    if hasConnected.withLock({ $0 }) || [.network, .interrupted].contains(failure.status) {
                        notices.lost(failure.message)
                    } else {
                        failed.yield(failure)
                    }
                }
            })
    }

    /// Runs until it is cancelled.
    ///
    /// - Throws: A permanent error of the very first connection, such as a wrong key.
    func run() async throws {
        let recovering = Task { [source, engine] in
            guard let source = source as? any RecoveringSource else { return }
            for await _ in await source.recoveries() { await engine.refresh() }
        }
        defer { recovering.cancel() }
        await engine.start()
        // Ends without a failure when the task is cancelled.
        let failure = await failures.first { _ in true }
        await engine.stop()
        await position.end()
        if let failure { throw failure }
    }

    /// Reports the events since the last state once, without waiting for more.
    func catchUp() async throws {
        for stream in streams { try await engine.update(stream) }
    }
}

extension SourceError {
    fileprivate var isMissingLiveFeed: Bool {
        if case .refused(let refusal) = self { refusal.reason == .noLiveFeed } else { false }
    }
}
