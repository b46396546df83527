import Basics
import CardSession
import Cards
import FeedAPI

/// Our server as a source that records its requests and can be made unreachable.
final class RecordedSource: CardSource {
    private struct State {
        var isDown = false
        var asked: Set<StreamID> = []
        var performed: [ActionRequest] = []
        var feeds: [any LiveFeed] = []
    }

    let capabilities: SourceCapabilities
    private let source: FeedSource
    private let state = Lock(State())

    init(_ feed: TestFeed, _ capabilities: SourceCapabilities = .all, isDown: Bool = false) {
        self.capabilities = capabilities
        source = FeedSource(feed.client())
        state.withLock { $0.isDown = isDown }
    }

    /// The requested streams.
    var asked: Set<StreamID> { state.withLock { $0.asked } }
    /// The actions that arrived.
    var performed: [ActionRequest] { state.withLock { $0.performed } }

    func comeUp() { state.withLock { $0.isDown = false } }

    /// Ends the live feed. From here on, all requests fail.
    func goDown() async {
        let feeds = state.withLock { state in
            defer { state.feeds = [] }
            state.isDown = true
            return state.feeds
        }
        for feed in feeds { await feed.close() }
    }

    private func ask(_ streams: [StreamID]) throws(SourceError) {
        let isDown = state.withLock { state in
            state.asked.formUnion(streams)
            return state.isDown
        }
        if isDown { throw .unreachable("it is down") }
    }

    func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
        try ask([stream])
        return try await source.snapshot(of: stream, page: page)
    }

    func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta? {
        try ask([stream])
        return try await source.changes(of: stream, since: cursor)
    }

    func follow(_ subscriptions: [Subscription]) async throws(SourceError) -> any LiveFeed {
        try ask(subscriptions.map(\.streamID))
        let live = try await source.follow(subscriptions)
        state.withLock { $0.feeds.append(live) }
        return live
    }

    func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt {
        try ask([])
        state.withLock { $0.performed.append(action) }
        return try await source.perform(action)
    }
}
