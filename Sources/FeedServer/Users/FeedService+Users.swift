import Cards
import FeedAPI
import FeedEngine
import FeedStorage

/// The operations for users' programs, except for answers to cards.
extension FeedService {
    /// Stores a batch of analytics durably. Invalid records are refused individually.
    func collect(
        _ batch: AnalyticsBatch, viewer: Viewer, from device: ViewerDevice? = nil
    ) async throws(Problem) -> AnalyticsReceipt {
        let now = clock.now()
        try recordLimiter.consume(batch.records.count + batch.refused.count, of: viewer, now: now)
        var records: [StoredRecord] = []
        for record in batch.records {
            records.append(
                StoredRecord(
                    kind: .analytics, id: try Self.id(record.id), content: FeedCoder.encode(record),
                    seenCard: record.name == SDKEvent.Kind.cardDisplayed.rawValue ? record.card?.id : nil,
                    device: device))
        }
        let accepted = try await storage.collect(records, of: viewer, at: now)
        await askWaiters.wake(cards: records.compactMap(\.seenCard))
        return AnalyticsReceipt(
            accepted: accepted, duplicates: batch.records.count - accepted, refused: batch.refused)
    }

    func collect(_ event: CustomEvent, viewer: Viewer) async throws(Problem) {
        let now = clock.now()
        try recordLimiter.consume(1, of: viewer, now: now)
        let record = StoredRecord(kind: .event, id: try Self.id(event.id), content: FeedCoder.encode(event))
        _ = try await storage.collect([record], of: viewer, at: now)
    }

    /// Checks an id, because callers in the same process may not have checked it as decoders do.
    private static func id(_ text: String) throws(Problem) -> RecordID {
        do { return try RecordID(text, at: "/id") } catch { throw Problem(error) }
    }

    /// The collected records of an environment as lines of JSON, oldest first.
    func recordLines(
        _ kind: StoredRecord.Kind, environment: EnvironmentID, _ query: RecordQuery
    ) async throws(Problem) -> [[UInt8]] {
        let range = RecordRange(
            start: query.last == nil ? .after(query.since) : .last,
            limit: min(query.last ?? query.limit ?? limits.exportLines, limits.mostExportLines),
            mostBytes: limits.exportBytes)
        return try await storage.records(kind, of: environment, in: range).map(FeedCoder.line)
    }

    // MARK: Users

    func profile(of viewer: Viewer) async throws(Problem) -> UserSettings {
        try await storage.user(viewer).settings
    }

    func update(_ viewer: Viewer, by change: UserSettings) async throws(Problem) -> UserSettings {
        try await run(ChangeSettings(of: viewer, by: change, now: clock.now())).reply
    }

    /// The numbers of the user's active and unseen cards in each stream.
    func metrics(of viewer: Viewer) async throws(Problem) -> UserMetrics {
        await recordReader(viewer)
        var metrics = UserMetrics()
        for feed in try await storage.feeds(of: viewer) where feed.active > 0 {
            metrics.streams[feed.stream] = UserMetrics.Counts(total: feed.active, unseen: feed.unseen)
        }
        return metrics
    }

    // MARK: Devices

    /// - Throws: ``Problem`` of type `not-offered` if the environment does not accept any of the requested kinds of
    ///   devices.
    func register(_ device: DeviceRegistration, viewer: Viewer) async throws(Problem) -> [PushEnvironment] {
        let environments = try environments(of: device, viewer)
        _ = try await run(
            RegisterDevice(
                Self.token(device.token), of: viewer, in: environments, limit: limits.devicesPerUser,
                now: clock.now()))
        return environments
    }

    func deregister(_ device: DeviceRegistration, viewer: Viewer) async throws(Problem) -> [PushEnvironment] {
        let environments = try environments(of: device, viewer)
        _ = try await run(
            DeregisterDevice(Self.token(device.token), of: viewer, from: environments))
        return environments
    }

    func register(_ streams: StreamRegistration, viewer: Viewer) async throws(Problem) {
        let token = try streams.token.map { text throws(Problem) in try Self.token(text) }
        _ = try await run(RegisterStreams(streams, for: token, of: viewer, now: clock.now()))
    }

    private static func token(_ text: String) throws(Problem) -> DeviceToken {
        do { return try DeviceToken(text, at: "/token") } catch { throw Problem(error) }
    }

    /// The push environments of a registration. With `both`, it is not an error if only one of them exists.
    private func environments(
        of device: DeviceRegistration, _ viewer: Viewer
    ) throws(Problem) -> [PushEnvironment] {
        let known = live.pushEnvironments(of: viewer.environment)
        let wanted = known.filter { device.environment == .both || device.environment == $0 }
        guard !wanted.isEmpty else {
            let place = device.environment == .both ? "devices" : "\(device.environment.rawValue) devices"
            throw Problem(
                .notOffered, title: "The environment does not accept these devices",
                detail: "This environment does not accept \(place).", pointer: "/environment",
                expected: known.isEmpty ? nil : known.map(\.rawValue).joined(separator: " or "))
        }
        return wanted
    }
}
