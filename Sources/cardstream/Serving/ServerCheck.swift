internal import AppRuntime
internal import CurlTransport
internal import FeedServer
internal import FeedTransport

/// `cardstream serve --check`: checks whether the server at the configured address works.
struct ServerCheck {
    private let client: FeedHTTPClient

    /// - Throws: ``CommandFailure`` if the address is invalid, or its port is 0.
    init(_ setup: Setup) throws {
        let address: ListenAddress
        do { address = try ListenAddress(setup.config.listen) } catch {
            throw CommandFailure(.usage, error.description)
        }
        guard address.port != 0 else {
            throw CommandFailure(.usage, "--check needs the port of the server: --listen 127.0.0.1:8787")
        }
        client = FeedHTTPClient(
            driver: CurlDriver(CurlConfiguration()),
            endpoint: FeedEndpoint(baseURL: "http://\(address.asClient)", environmentID: "", apiKey: ""))
    }

    /// - Throws: ``FeedError`` if no feed server responds within ten seconds.
    func run() throws { _ = try runBlocking { try await client.health() } }
}
