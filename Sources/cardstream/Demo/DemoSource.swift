internal import AppRuntime
internal import ArgumentParser
internal import CardStreamComapi
internal import CardStreamCordial
internal import Cards
internal import ComapiEmulator
internal import ComapiEmulatorServer
internal import CordialEmulator
internal import CordialEmulatorServer

/// A simulated source of cards, in addition to the demo's feed. Its service runs in this process.
struct DemoSource: Sendable {
    /// The kinds of simulated services.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case comapi, cordial
    }

    let config: SourceConfig
    let source: CheckedSource
    private let close: @Sendable () async -> Void

    /// Starts the service. It stores nothing, so each start begins with the initial state.
    static func start(_ kind: Kind) async throws -> DemoSource {
        switch kind {
        case .comapi: try await comapi()
        case .cordial: try await cordial()
        }
    }

    private static func comapi() async throws -> DemoSource {
        let service = try await ComapiDemo.start()
        let configuration = service.configuration
        let space = ComapiSpace(
            id: configuration.apiSpaceID,
            authenticator: HS256Authenticator(
                profileID: service.userID, secret: configuration.secret, issuer: configuration.issuer,
                audience: configuration.audience, profileClaim: configuration.profileClaim),
            baseURL: service.baseURL)
        let client = ComapiClient(space)
        let stream = ComapiSource.defaultStream
        return DemoSource(
            config: SourceConfig(name: "conversations", kind: SourceKind.comapi.name, stream: stream, values: [:]),
            source: CheckedSource(ComapiSource(client, stream: stream)) { "the demo" },
            close: { await service.close() })
    }

    /// The simulated shop.
    private static func cordial() async throws -> DemoSource {
        let service = try await CordialDemo.start(pictures: DemoPictures.prefix)
        var account = CordialAccount(
            accountKey: service.configuration.accountKey, channelKey: service.configuration.channelKey,
            eventsURL: service.eventsURL, messageHubURL: service.messageHubURL)
        account.vanityDomains = [service.vanityDomain]
        let client = try CordialClient(account)
        try await client.contact.set(service.contact)
        let config = SourceConfig(
            name: "shop", kind: SourceKind.cordial.name, stream: SourceKind.cordial.stream, overlay: "in-app",
            values: [:])
        // The polling interval is short, so that the user can watch messages arrive.
        let source = CordialSource(
            client: client, stream: config.stream, inAppStream: config.overlay, pollInterval: .seconds(2),
            categories: [
                NotificationCategory(key: "new-arrivals", name: "New arrivals", isOn: true),
                NotificationCategory(key: "offers", name: "Offers", isOn: true),
                NotificationCategory(key: "restocked", name: "Back in stock", isOn: false),
            ])
        return DemoSource(
            config: config, source: CheckedSource(source, viewing: CordialViewing(client, .init())) { "the demo" },
            close: { await service.close() })
    }

    /// Stops the service.
    func stop() {
        let close = close
        // Errors are ignored, because the process ends next.
        try? runBlocking { await close() }
    }
}
