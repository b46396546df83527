internal import Cards
internal import FeedAPI
internal import FeedSync

/// What `watch` and `events` have in the place of a card store: interprets what arrives, and reports it in order.
actor WatchPosition: FeedFollower {
    private let streams: [StreamID]
    /// Nothing more is reported before it returns.
    private let onBatch: @Sendable (WatchFeed.Batch) async -> Void
    private var state: WatchState
    /// Streams whose cursor has expired. It stays in the state, so that unknown cards of the snapshot are reported.
    private var expired: Set<StreamID> = []
    /// The last report; the next one waits for it.
    private var reporting: Task<Void, Never>?
    private var isEnded = false

    /// - Parameter streams: The followed streams; of others the state may be older.
    init(
        in state: WatchState, of streams: [StreamID], onBatch: @escaping @Sendable (WatchFeed.Batch) async -> Void
    ) {
        self.state = state
        self.streams = streams
        self.onBatch = onBatch
    }

    func cursor(of stream: StreamID) -> FeedCursor? {
        expired.contains(stream) ? nil : state.feeds[stream]?.cursor
    }

    func dropCursor(of stream: StreamID) { expired.insert(stream) }

    func handle(_ delta: FeedDelta, since: FeedCursor?) async {
        guard since == nil || since == cursor(of: delta.streamID) else { return }
        await report { $0.apply(delta) }
    }

    func handle(_ entries: [FeedEntry], of stream: StreamID, upTo cursor: FeedCursor) async {
        expired.remove(stream)
        await report { $0.reset(to: entries, of: stream, cursor: cursor) }
    }

    /// Reports nothing more. The rest of a report that is under way is skipped, and repeated by the next run.
    func end() {
        isEnded = true
        reporting?.cancel()
    }

    private func report(_ change: (inout WatchState) -> [WatchState.Event]) async {
        guard !isEnded else { return }
        let batch = WatchFeed.Batch(events: change(&state), state: state, streams: streams)
        let report = Task { [onBatch, reporting] in
            await withTaskCancellationHandler {
                await reporting?.value
            } onCancel: {
                reporting?.cancel()
            }
            await onBatch(batch)
        }
        reporting = report
        await report.value
    }
}
