import Cards
import FeedAPI
import FeedEngine

/// What a user's programs tell the server besides answers to cards.
extension FeedService {
    /// Takes a batch of analytics. What is not valid is refused by itself; the rest is on the disk afterwards.
    func collect(_ batch: AnalyticsBatch, viewer: Viewer) async throws(Problem) -> AnalyticsReceipt {
        let now = clock.now()
        try meter.take(batch.records.count + batch.refused.count, of: viewer, now: now)
        let accepted = try await log.collect(batch.records, viewer: viewer, now: now)
        return AnalyticsReceipt(
            accepted: accepted, duplicates: batch.records.count - accepted, refused: batch.refused)
    }

    func collect(_ event: CustomEvent, viewer: Viewer) async throws(Problem) {
        let now = clock.now()
        try meter.take(1, of: viewer, now: now)
        try await log.collect(event, viewer: viewer, now: now)
    }

    func profile(of viewer: Viewer) async throws(Problem) -> UserSettings { try await log.profile(of: viewer) }

    func update(_ viewer: Viewer, by change: UserSettings) async throws(Problem) -> UserSettings {
        try await log.update(viewer, by: change, now: clock.now())
    }

    func metrics(of viewer: Viewer) async throws(Problem) -> UserMetrics { try await log.metrics(of: viewer) }

    // MARK: Devices

    /// - Throws: a ``Problem`` of type `not-offered` when the one environment that is asked for is not there.
    func register(_ device: DeviceRegistration, viewer: Viewer) async throws(Problem) -> [PushEnvironment] {
        let environments = try environments(of: device, viewer)
        try await log.register(Self.token(device.token), of: viewer, in: environments, now: clock.now())
        return environments
    }

    func deregister(_ device: DeviceRegistration, viewer: Viewer) async throws(Problem) -> [PushEnvironment] {
        let environments = try environments(of: device, viewer)
        try await log.deregister(Self.token(device.token), of: viewer, from: environments)
        return environments
    }

    func register(_ streams: StreamRegistration, viewer: Viewer) async throws(Problem) {
        let token = try streams.token.map { text throws(Problem) in try Self.token(text) }
        try await log.register(streams, for: token, of: viewer, now: clock.now())
    }

    private static func token(_ text: String) throws(Problem) -> DeviceToken {
        do { return try DeviceToken(text, at: "/token") } catch { throw Problem(error) }
    }

    /// With `both`, one that is missing is no mistake.
    private func environments(
        of device: DeviceRegistration, _ viewer: Viewer
    ) throws(Problem) -> [PushEnvironment] {
        let known = pushEnvironments[viewer.environment] ?? []
        let wanted = known.filter { device.environment == .both || device.environment == $0 }
        guard !wanted.isEmpty else {
            let place = device.environment == .both ? "devices" : "\(device.environment.rawValue) devices"
            throw Problem(
                .notOffered, title: "The environment takes no such devices",
                detail: "This environment takes no \(place).", pointer: "/environment",
                expected: known.isEmpty ? nil : known.map(\.rawValue).joined(separator: " or "))
        }
        return wanted
    }
}
