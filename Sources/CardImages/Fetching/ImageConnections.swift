package import Cards
package import CurlTransport

/// How image servers are reached: with the certificate authorities that the user named, if any, and then with the
/// system's.
///
/// A feed's server may use a private authority while its images are on a public server, or the reverse. A named
/// authority is trusted for every host, as everywhere in the program.
package struct ImageConnections: Sendable {
    private let ways: [ImageFetcher.Send]

    /// - Parameters:
    ///   - authorityFile: A PEM file with authorities; nil for the system's only.
    ///   - policy: Asked about every request, also after redirects; nil allows all.
    package init(authorityFile: String?, policy: RequestPolicy? = nil) {
        let files = (authorityFile.map { [$0] } ?? []) + [nil]
        self.init(files.map { Self.way(CurlConfiguration(authorityFile: $0, policy: policy)) })
    }

    private static func way(_ configuration: CurlConfiguration) -> ImageFetcher.Send {
        let driver = CurlDriver(configuration)
        return { request throws(TransportError) in try await driver.send(request) }
    }

    init(_ ways: [ImageFetcher.Send]) { self.ways = ways }

    /// Sends a request with each set of authorities in turn, until the server's certificate is accepted.
    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var problem = TransportError.tls("no certificate authorities are set up")
        for way in ways {
            let result: Result<HTTPResponse, TransportError>
            do throws(TransportError) {
                result = .success(try await way(request))
            } catch {
                result = .failure(error)
            }
            guard case .failure(.tls(let reason)) = result else { return try result.get() }
            problem = .tls(reason)
        }
        throw problem
    }
}
