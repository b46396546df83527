internal import AppRuntime
internal import CurlTransport
internal import FeedServer
internal import FeedTransport

/// `cardstream serve --check`: asks the server that listens at the configured address whether it works.
struct ServerCheck {
    private let client: FeedHTTPClient

    /// - Throws: ``CommandFailure`` if the address is none, or its port is chosen by the system.
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

    /// - Throws: ``FeedError`` if there is no answer of a feed server within ten seconds.
    func run() throws { _ = try runBlocking { try await client.health() } }
}
