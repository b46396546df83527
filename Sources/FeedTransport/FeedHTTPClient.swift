package import Cards
package import CurlTransport
package import FeedAPI

/// HTTP calls of the protocol, used by the feed client and directly by commands.
package struct FeedHTTPClient: Sendable {
    /// Returns the viewer's token, or nil for a publisher.
    package typealias TokenSource = @Sendable () async throws(FeedError) -> String?

    /// Sends a request and returns its response, with any status. The callback receives the number of bytes sent of a
    /// form.
    package typealias Exchange =
        @Sendable (HTTPRequest, _ onProgress: (@Sendable (Int) -> Void)?) async throws(FeedError) -> HTTPResponse

    package let endpoint: FeedEndpoint
    /// Nil for a client without push connections.
    let driver: CurlDriver?
    private let exchange: Exchange
    private let token: TokenSource

    package init(
        driver: CurlDriver, endpoint: FeedEndpoint, token: @escaping TokenSource = { () throws(FeedError) in nil }
    ) {
        self.driver = driver
        self.endpoint = endpoint
        self.token = token
        exchange = { request, onProgress throws(FeedError) in
            do throws(TransportError) {
                return try await driver.send(request, onProgress: onProgress)
            } catch { throw FeedError(error, of: endpoint.baseURL) }
        }
    }

    /// A client without push connections that sends its requests through a function.
    package init(
        endpoint: FeedEndpoint, token: @escaping TokenSource = { () throws(FeedError) in nil },
        exchange: @escaping Exchange
    ) {
        driver = nil
        self.endpoint = endpoint
        self.token = token
        self.exchange = exchange
    }

    /// Makes a call. Returns responses with a status from 200 to 299, and 304 if `etag` was given. All others are
    /// thrown, as are responses that are not JSON.
    package func call(
        _ route: FeedRoute, body: [UInt8]? = nil, contentType: String = FeedHeader.json, etag: String? = nil,
        limits: HTTPLimits = HTTPLimits()
    ) async throws(FeedError) -> HTTPResponse {
        var headers: [HTTPHeader] = []
        if body != nil { headers.append(HTTPHeader(FeedHeader.contentType, contentType)) }
        if let etag { headers.append(HTTPHeader(FeedHeader.ifNoneMatch, etag)) }
        let request = HTTPRequest(
            route.method, url: try url(route), headers: headers, body: body, limits: limits)
        let response = try await answer(to: request, route)
        try checkType(of: response)
        return response
    }

    /// Makes a call with a body, and decodes the response.
    func post<Value>(
        _ route: FeedRoute, _ body: [UInt8], _ limits: HTTPLimits, _ decode: ([UInt8]) throws(Problem) -> Value
    ) async throws(FeedError) -> Value {
        try Self.decode(try await call(route, body: body, limits: limits).body, decode)
    }

    /// Uploads a file. Transfers may be slow, but must not stall.
    package func upload(
        _ file: UploadFile, to target: UploadTarget, limits: HTTPLimits = .upload,
        onProgress: @escaping @Sendable (Int) -> Void
    ) async throws(FeedError) -> UploadReceipt {
        let route = FeedRoute.upload(target)
        let form = HTTPForm(
            name: "file", filename: file.filename, contentType: file.format.mediaType, path: file.path,
            size: file.size)
        let request = HTTPRequest(route.method, url: try url(route), form: form, limits: limits)
        let response = try await answer(to: request, route, onProgress: onProgress)
        try checkType(of: response)
        return try Self.decode(response.body, FeedCoder.decodeUploadReceipt)
    }

    /// The content of a submitted file.
    package func content(of upload: UploadID) async throws(FeedError) -> [UInt8] {
        let route = FeedRoute.uploaded(upload)
        var limits = HTTPLimits.upload
        limits.maxResponseBytes = 256 << 20
        return try await answer(to: HTTPRequest(route.method, url: try url(route), limits: limits), route).body
    }

    /// Sends a request with our credentials, and returns any successful response.
    private func answer(
        to request: HTTPRequest, _ route: FeedRoute, onProgress: (@Sendable (Int) -> Void)? = nil
    ) async throws(FeedError) -> HTTPResponse {
        var request = request
        request.headers += try await ownHeaders(for: route)
        request.headers.append(HTTPHeader("Accept", "\(FeedHeader.json), \(FeedHeader.problem)"))
        let asksForNews = request.headers.contains { $0.name == FeedHeader.ifNoneMatch }
        let response = try await exchange(request, onProgress)
        switch response.status {
        case 304 where asksForNews: return response
        case 200..<300: return response
        default: throw FeedError(foreign: response, of: endpoint.baseURL) ?? FeedError(refusal: response)
        }
    }

    private func checkType(of response: HTTPResponse) throws(FeedError) {
        if let foreign = FeedError(foreign: response, of: endpoint.baseURL) { throw foreign }
    }

    package func publish(
        _ request: PublishRequest, limits: HTTPLimits = HTTPLimits()
    ) async throws(FeedError) -> PublishReceipt {
        let response = try await call(.publish, body: FeedCoder.encode(request), limits: limits)
        return try Self.decode(response.body, FeedCoder.decodePublishReceipt)
    }

    /// Publishes many cards, one JSON object per line, in a single transaction on the server.
    package func publish(
        lines: [UInt8], limits: HTTPLimits = HTTPLimits()
    ) async throws(FeedError) -> PublishReceipt {
        let response = try await call(.publish, body: lines, contentType: FeedHeader.jsonLines, limits: limits)
        return try Self.decode(response.body, FeedCoder.decodePublishReceipt)
    }

    package func outcome(of card: CardID) async throws(FeedError) -> CardOutcome {
        try Self.decode(try await call(.outcome(card)).body, FeedCoder.decodeCardOutcome)
    }

    package func cancel(_ card: CardID) async throws(FeedError) { _ = try await call(.cancel(card)) }

    /// Checks the health of the server; needs and sends no credentials.
    package func health() async throws(FeedError) -> HTTPResponse {
        try await call(.health, limits: HTTPLimits(maxResponseBytes: 64 << 10, totalTimeout: .seconds(10)))
    }

    func url(_ route: FeedRoute) throws(FeedError) -> String {
        guard let base = ServerURL(endpoint.baseURL) else {
            throw .unreachable(
                "\"\(endpoint.baseURL.maskingPasswords)\" is not the address of a server: expected https://HOST[:PORT]")
        }
        return base.appending(path: route.target)
    }

    func ownHeaders(for route: FeedRoute) async throws(FeedError) -> [HTTPHeader] {
        guard !route.isOpen else { return [] }
        let credentials = FeedCredentials(
            environment: endpoint.environmentID, apiKey: endpoint.apiKey, token: try await token())
        let headers = credentials.headers.map { HTTPHeader($0.name, $0.value) }
        return headers + (endpoint.device.map { [HTTPHeader(FeedHeader.device, $0.headerValue)] } ?? [])
    }

    /// Decodes a response. Problems mean that the server's response is not valid.
    static func decode<Value>(
        _ bytes: [UInt8], _ decode: ([UInt8]) throws(Problem) -> Value
    ) throws(FeedError) -> Value {
        do throws(Problem) {
            return try decode(bytes)
        } catch {
            let place = error.pointer.map { " at \($0.isEmpty ? "the top level of the JSON" : $0)" } ?? ""
            throw .malformed("the response cannot be read\(place): \(error.detail ?? error.title)")
        }
    }
}

extension HTTPLimits {
    /// For large files on slow connections: at most an hour in total, and half a minute without progress.
    package static let upload = HTTPLimits(totalTimeout: .seconds(3600), lowSpeedTime: .seconds(30))
}
