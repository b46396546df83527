internal import Cards
internal import FeedAPI
internal import FeedSync

/// Takes the place of a card store in `watch` and `events`: interprets received changes, and reports their events in
/// order.
actor WatchPosition: FeedFollower {
    private let streams: [StreamID]
    /// Called with each batch. No other batch is reported before it returns.
    private let onBatch: @Sendable (WatchFeed.Batch) async -> Void
    private var state: WatchState
    /// The streams whose cursor has expired. The cursor stays in the state, so that unknown cards in the snapshot are
    /// reported.
    private var expired: Set<StreamID> = []
    /// The last report; the next one waits for it.
    private var reporting: Task<Void, Never>?
    private var isEnded = false

    /// - Parameter streams: The followed streams. The state of other streams may be out of date.
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

    /// Stops reporting. The rest of a running report is skipped, and the next run repeats it.
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
