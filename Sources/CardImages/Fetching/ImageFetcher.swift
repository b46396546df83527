package import CurlTransport
internal import Glibc

/// Fetches image files from web servers, within bounds.
package struct ImageFetcher: Sendable {
    package typealias Send = @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse

    /// The maximum size of a file in bytes.
    package static let maxBytes = 10 << 20
    package static let maxRedirects = 5

    private let send: Send

    package init(send: @escaping Send) { self.send = send }

    /// The result of a request for a file.
    enum Answer {
        /// The stored file is still valid, for this many seconds.
        case unchanged(life: Int?)
        case file([UInt8], CacheRule)
    }

    /// - Parameter known: The caching rules of the stored file.
    func fetch(_ address: String, known: CacheRule?) async throws(ImageProblem) -> Answer {
        var address = String(address.prefix { $0 != "#" })
        for _ in 0...Self.maxRedirects {
            guard ServerURL(address) != nil, address.prefix(4).lowercased() == "http" else { throw .badAddress }
            let response: HTTPResponse
            do {
                response = try await send(request(address, known))
            } catch .redirected(let target) {
                address = target
                continue
            } catch {
                throw ImageProblem(error)
            }
            if response.status == 304, let known { return .unchanged(life: CacheRule(response).life ?? known.life) }
            guard response.status == 200 else { throw .status(response.status) }
            return .file(response.body, CacheRule(response))
        }
        throw .tooManyRedirects
    }

    private func request(_ address: String, _ known: CacheRule?) -> HTTPRequest {
        var headers = [
            HTTPHeader("Accept", "image/png, image/jpeg, image/gif, image/webp, image/svg+xml")
        ]
        if let tag = known?.entityTag { headers.append(HTTPHeader("If-None-Match", tag)) }
        if let date = known?.lastModified { headers.append(HTTPHeader("If-Modified-Since", date)) }
        return HTTPRequest(
            url: address, headers: headers,
            limits: HTTPLimits(maxResponseBytes: Self.maxBytes, totalTimeout: .seconds(30), lowSpeedTime: .seconds(10)),
            followsRedirects: false)
    }
}

extension ImageProblem {
    fileprivate init(_ error: TransportError) {
        self =
            switch error {
            case .tooLarge(let limit): .tooLarge(limit: limit)
            case .cancelled: .cancelled
            case .timedOut: .network("the server took too long")
            case .tls: .network("the connection is not secure")
            case .denied: .denied
            case .badRequest: .badAddress
            case .libraryUnavailable(let reason): .network(reason)
            case .noNetwork, .hostNotFound, .unreachable, .connection: .network("no connection")
            case .file, .redirected, .malformed, .notHTTP, .cutOff, .upgradeRefused, .badUpgrade, .protocolViolation,
                .closed:
                .network("the server's response is invalid")
            }
    }
}
