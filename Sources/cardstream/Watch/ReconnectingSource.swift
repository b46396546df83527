internal import Cards
internal import FeedAPI

/// A source for the feed's server that finds the server again for each live feed and after a failure, because the
/// server's address can change. For example, another program may start to run the profile's own server.
actor ReconnectingSource: CardSource {
    nonisolated let capabilities = SourceCapabilities.all
    private let connect: @Sendable () async throws -> any CardSource
    private var connection: (any CardSource)?
    private var connecting: Task<Result<any CardSource, SourceError>, Never>?
    /// Whether a live feed was opened on the connection.
    private var isFollowed = false

    /// - Parameter connect: Finds the server, and prepares it for requests. Calls do not overlap.
    init(_ connect: @escaping @Sendable () async throws -> any CardSource) { self.connect = connect }

    func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
        try await request { source throws(SourceError) in try await source.snapshot(of: stream, page: page) }
    }

    func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta? {
        try await request { source throws(SourceError) in try await source.changes(of: stream, since: cursor) }
    }

    func follow(_ subscriptions: [Subscription]) async throws(SourceError) -> any LiveFeed {
        if isFollowed { connection = nil }
        let live = try await request { source throws(SourceError) in try await source.follow(subscriptions) }
        isFollowed = true
        return live
    }

    /// Programs that use this source have no actions to send.
    func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt { throw .unsupported("actions") }

    private func request<Answer: Sendable>(
        _ send: (any CardSource) async throws(SourceError) -> Answer
    ) async throws(SourceError) -> Answer {
        let source = try await connected()
        do throws(SourceError) { return try await send(source) } catch {
            if error.mayEndWithAnotherConnection { connection = nil }
            throw error
        }
    }

    private func connected() async throws(SourceError) -> any CardSource {
        while true {
            if let connection { return connection }
            let task = connecting ?? Task { await self.open() }
            connecting = task
            let result = await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            // Another request that waited for the same connection may have been cancelled.
            if case .failure(.cancelled) = result, !Task.isCancelled { continue }
            return try result.get()
        }
    }

    private func open() async -> Result<any CardSource, SourceError> {
        defer { connecting = nil }
        do {
            let source = try await connect()
            connection = source
            isFollowed = false
            return .success(source)
        } catch let error as SourceError {
            return .failure(error)
        } catch is CancellationError {
            return .failure(.cancelled)
        } catch {
            return .failure(.local(.feed(CommandFailure(error).message)))
        }
    }
}

extension SourceError {
    /// Whether a server at another address, or with other keys, may answer differently.
    fileprivate var mayEndWithAnotherConnection: Bool {
        switch self {
        case .cancelled, .denied, .unsupported: false
        case .refused(let refusal): ![.cursorExpired, .noLiveFeed].contains(refusal.reason)
        default: true
        }
    }
}
