internal import AppRuntime
internal import ArgumentParser
internal import CardStreamComapi
internal import ComapiEmulator
internal import ComapiEmulatorServer

/// A source of cards beside the demonstration's feed, whose service runs in this process.
struct DemoSource: Sendable {
    /// The services that the demonstration has.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case comapi
    }

    let config: SourceConfig
    let source: CheckedSource
    private let service: ComapiDemo

    /// Starts the service. Nothing of it is kept: each start begins again.
    static func start(_ kind: Kind) async throws -> DemoSource {
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
            config: SourceConfig(name: "conversations", kind: kind.rawValue, stream: stream, values: [:]),
            source: CheckedSource(ComapiSource(client, stream: stream)) { "the demo" }, service: service)
    }

    /// Ends the service.
    func stop() {
        // The process ends now in any case.
        try? runBlocking { await service.close() }
    }
}
