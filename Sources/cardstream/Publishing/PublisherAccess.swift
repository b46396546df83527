internal import AppRuntime
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedServer
internal import FeedTransport

/// Finds the server to publish to, and its key.
struct PublisherAccess {
    let setup: Setup

    init(_ setup: Setup) { self.setup = setup }

    func caller() throws -> FeedHTTPClient {
        let driver = CurlDriver(setup.network)
        guard let server = setup.config.server else {
            let own = try ownServer()
            return FeedHTTPClient(
                driver: driver,
                endpoint: FeedEndpoint(
                    baseURL: own.address, environmentID: own.keys.environment.rawValue, apiKey: own.keys.publisherKey))
        }
        guard let key = try setup.secret(setup.config.publisherKey, file: setup.config.publisherKeyFile) else {
            throw CommandFailure(
                .authentication, "no publisher key: use --key-file, publisher_key_file or CARDSTREAM_PUBLISHER_KEY")
        }
        guard !key.isEmpty else {
            let file = setup.config.publisherKeyFile?.shownAsFile ?? "the key's file"
            throw CommandFailure(.authentication, "\(file) is empty: expected the publisher key in its first line")
        }
        return FeedHTTPClient(
            driver: driver,
            endpoint: FeedEndpoint(baseURL: server, environmentID: setup.config.environment, apiKey: key))
    }

    /// Seconds to wait for a server that was just started.
    private static let timeout = 3.0

    private func ownServer() throws -> ProfileServer.Access {
        let server = ProfileServer(setup)
        let found = try runBlocking { try await server.find(within: Self.timeout) }
        guard let found else {
            throw CommandFailure(
                .network, "no server: start `cardstream serve`, or open the viewer, or set one with --server")
        }
        return found
    }
}
