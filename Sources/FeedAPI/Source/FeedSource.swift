package import Basics
package import CardSources
package import Cards

/// A server with this project's protocol as a source of cards.
package struct FeedSource: CardSource {
    package var capabilities: SourceCapabilities { .all }
    let client: FeedClient
    private let clock: SyncClock

    /// - Parameter clock: The clock that is used to detect silence.
    package init(_ client: FeedClient, clock: SyncClock = .live) {
        self.client = client
        self.clock = clock
    }

    package func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
        var answer = try await convertingErrors { () throws(FeedError) in try await client.snapshot(stream, page) }
        answer.generation = answer.cursor.parts?.epoch
        return answer
    }

    package func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta? {
        try await convertingErrors { () throws(FeedError) in try await client.changes(stream, cursor) }
    }

    package func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt {
        try await convertingErrors { () throws(FeedError) in try await client.act(action) }
    }

    package func send(
        _ file: UploadFile, to target: UploadTarget, onProgress: @escaping @Sendable (Int) -> Void
    ) async throws(SourceError) -> UploadReceipt {
        try await convertingErrors { () throws(FeedError) in try await client.upload(target, file, onProgress) }
    }

    package func page(
        _ name: String, of card: CardID, in stream: StreamID
    ) async throws(SourceError) -> [Card.Component] {
        try await convertingErrors { () throws(FeedError) in try await client.page(name, card, stream) }
    }

    package func follow(_ subscriptions: [Subscription]) async throws(SourceError) -> any LiveFeed {
        let socket = try await convertingErrors { () throws(FeedError) in try await client.openSocket() }
        let feed = FeedConnection(socket, clock: clock)
        do throws(SourceError) { try await feed.subscribe(subscriptions) } catch {
            await feed.close()
            throw error
        }
        await feed.keepAlive()
        return feed
    }

    private func convertingErrors<Value>(
        _ body: () async throws(FeedError) -> Value
    ) async throws(SourceError) -> Value {
        do throws(FeedError) { return try await body() } catch { throw SourceError(error) }
    }
}

extension FeedSource: ThemeSource {
    package func theme(of stream: StreamID, unless tag: String?) async throws(SourceError) -> StreamTheme? {
        try await convertingErrors { () throws(FeedError) in try await client.theme(stream, tag) }
    }
}

extension FeedSource: ProfileSource, MetricsSource, DeviceSource, AnalyticsSink, EventSink {
    package func profile() async throws(SourceError) -> UserSettings {
        try await convertingErrors { () throws(FeedError) in try await client.user() }
    }

    package func updateProfile(_ settings: UserSettings) async throws(SourceError) -> UserSettings {
        try await convertingErrors { () throws(FeedError) in try await client.updateUser(settings) }
    }

    package func metrics() async throws(SourceError) -> UserMetrics {
        try await convertingErrors { () throws(FeedError) in try await client.metrics() }
    }

    package func registerDevice(_ device: DeviceRegistration) async throws(SourceError) -> [PushEnvironment] {
        try await convertingErrors { () throws(FeedError) in try await client.registerDevice(device) }
    }

    package func deregisterDevice(_ device: DeviceRegistration) async throws(SourceError) -> [PushEnvironment] {
        try await convertingErrors { () throws(FeedError) in try await client.deregisterDevice(device) }
    }

    package func registerStreams(_ registration: StreamRegistration) async throws(SourceError) {
        try await convertingErrors { () throws(FeedError) in try await client.registerStreams(registration) }
    }

    package func sendAnalytics(_ records: [AnalyticsRecord]) async throws(SourceError) -> AnalyticsReceipt {
        try await convertingErrors { () throws(FeedError) in try await client.sendAnalytics(records) }
    }

    package func sendEvent(_ event: CustomEvent) async throws(SourceError) {
        try await convertingErrors { () throws(FeedError) in try await client.sendEvent(event) }
    }
}

extension FeedSource: RequestReporting {
    package func reporting(_ onRequest: @escaping @Sendable (RequestReport) -> Void) -> any CardSource {
        FeedSource(client.reporting(onRequest), clock: clock)
    }
}
