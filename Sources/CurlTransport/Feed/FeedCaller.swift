package import Cards
package import FeedAPI

/// Calls of the protocol's HTTP addresses: what the feed client is made of, and the commands use directly.
package struct FeedCaller: Sendable {
    /// Gives the viewer's token, or nil for a publisher.
    package typealias TokenSource = @Sendable () async throws(FeedError) -> String?

    package let driver: CurlDriver
    package let endpoint: FeedEndpoint
    private let token: TokenSource

    package init(
        driver: CurlDriver, endpoint: FeedEndpoint, token: @escaping TokenSource = { () throws(FeedError) in nil }
    ) {
        self.driver = driver
        self.endpoint = endpoint
        self.token = token
    }

    /// One call. Returns answers of status 200 to 299, and 304 when `etag` was given; everything else is thrown,
    /// as is an answer that is not JSON.
    package func call(
        _ route: FeedRoute, body: [UInt8]? = nil, contentType: String = FeedHeader.json, etag: String? = nil,
        limits: HTTPLimits = HTTPLimits()
    ) async throws(FeedError) -> HTTPResponse {
        var headers = try await credentialHeaders(for: route)
        headers.append(HTTPHeader("Accept", "\(FeedHeader.json), \(FeedHeader.problem)"))
        if body != nil { headers.append(HTTPHeader(FeedHeader.contentType, contentType)) }
        if let etag { headers.append(HTTPHeader(FeedHeader.ifNoneMatch, etag)) }
        let request = HTTPRequest(
            route.method, url: try url(route), headers: headers, body: body, limits: limits)
        let response: HTTPResponse
        do throws(TransportError) { response = try await driver.send(request) } catch { throw FeedError(error) }
        switch response.status {
        case 304 where etag != nil: return response
        case 200..<300:
            guard response.body.isEmpty || response.mediaType == FeedHeader.json else {
                throw .malformed(
                    "the answer is \(response.mediaType.isEmpty ? "of no known type" : response.mediaType) instead of "
                        + "\(FeedHeader.json): is there a login page in between, or another server?")
            }
            return response
        default: throw FeedError(refusal: response)
        }
    }

    package func publish(_ request: PublishRequest) async throws(FeedError) -> PublishReceipt {
        let response = try await call(.publish, body: FeedCoder.encode(request))
        return try Self.decode(response.body, FeedCoder.decodePublishReceipt)
    }

    /// Publishes many cards, one JSON object a line, in one transaction of the server.
    package func publish(lines: [UInt8]) async throws(FeedError) -> PublishReceipt {
        let response = try await call(.publish, body: lines, contentType: FeedHeader.jsonLines)
        return try Self.decode(response.body, FeedCoder.decodePublishReceipt)
    }

    package func outcome(of card: CardID) async throws(FeedError) -> CardOutcome {
        try Self.decode(try await call(.outcome(card)).body, FeedCoder.decodeCardOutcome)
    }

    package func cancel(_ card: CardID) async throws(FeedError) { _ = try await call(.cancel(card)) }

    /// Whether the server is there and well; needs no credentials and sends none.
    package func health() async throws(FeedError) -> HTTPResponse {
        try await call(.health, limits: HTTPLimits(maxResponseBytes: 64 << 10, totalTimeout: .seconds(10)))
    }

    func url(_ route: FeedRoute) throws(FeedError) -> String {
        guard let base = ServerURL(endpoint.baseURL) else {
            throw .malformed("\"\(endpoint.baseURL)\" is not the address of a server: expected https://HOST[:PORT]")
        }
        return base.appending(path: route.target)
    }

    func credentialHeaders(for route: FeedRoute) async throws(FeedError) -> [HTTPHeader] {
        guard route != .health else { return [] }
        let credentials = FeedCredentials(
            environment: endpoint.environmentID, apiKey: endpoint.apiKey, token: try await token())
        return credentials.headers.map { HTTPHeader($0.name, $0.value) }
    }

    /// Problems of decoding are the server's fault here.
    static func decode<Value>(
        _ bytes: [UInt8], _ decode: ([UInt8]) throws(Problem) -> Value
    ) throws(FeedError) -> Value {
        do throws(Problem) {
            return try decode(bytes)
        } catch {
            let place = error.pointer.map { " at \($0)" } ?? ""
            throw .malformed("the answer cannot be read\(place): \(error.detail ?? error.title)")
        }
    }
}
