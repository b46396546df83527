package import CurlTransport

/// The network as a dependency, so that tests can simulate the service.
package struct CordialNetwork: Sendable {
    package var send: @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse

    package init(send: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse) {
        self.send = send
    }

    /// The real network, over libcurl.
    package static func curl(_ driver: CurlDriver) -> CordialNetwork {
        CordialNetwork(send: { request throws(TransportError) in try await driver.send(request) })
    }
}
