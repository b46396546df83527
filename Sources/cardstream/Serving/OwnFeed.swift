internal import AppRuntime
internal import Basics
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedServer
internal import FeedStorage
internal import FeedTransport
internal import Glibc

import struct Foundation.Date

/// Sends single requests to the feed of the profile's own server, or of another server on this machine. This works at
/// any time: if a server has the feed open, it answers the request; otherwise this process opens the feed for the
/// duration of the request.
struct OwnFeed: Sendable {
    private let own: ProfileServer
    private let setup: Setup
    private let keys: DevelopmentKeys
    private let timeout: Duration
    private let driver: CurlDriver

    /// - Parameters:
    ///   - own: The server whose feed is used; nil for the profile's own server.
    ///   - timeout: How long to wait while another program starts or ends.
    /// - Throws: ``CommandFailure`` if the data directory cannot be used.
    init(
        _ setup: Setup, of own: ProfileServer? = nil, timeout: Duration = ProfileServer.timeout
    ) throws(CommandFailure) {
        self.setup = setup
        self.timeout = timeout
        self.own = own ?? ProfileServer(setup)
        driver = CurlDriver(setup.network)
        do { keys = try DevelopmentKeys.load(from: self.own.directory) } catch {
            throw CommandFailure(.failure, self.own.explanation(of: error))
        }
    }

    func publisher() -> FeedHTTPClient {
        FeedHTTPClient(endpoint: endpoint(apiKey: keys.publisherKey)) { request, _ throws(FeedError) in
            try await exchange(request)
        }
    }

    /// - Parameter onUnreadable: Called with parts of cards that cannot be decoded.
    func viewer(onUnreadable: @escaping @Sendable (UnreadablePart) -> Void) -> FeedClient {
        let (user, secret) = (setup.config.user.rawValue, keys.secret)
        let token: FeedHTTPClient.TokenSource = { () throws(FeedError) in
            TokenMint.mint(user: user, secret: secret, now: Date())
        }
        var endpoint = endpoint(apiKey: keys.viewerKey)
        endpoint.device = setup.device
        let client = FeedHTTPClient(endpoint: endpoint, token: token) {
            request, _ throws(FeedError) in
            try await exchange(request)
        }
        return .over(client, onUnreadable: onUnreadable)
    }

    // MARK: One request

    /// A placeholder, because the address of the server can differ at each attempt.
    private static let base = "http://127.0.0.1"

    private func endpoint(apiKey: String) -> FeedEndpoint {
        FeedEndpoint(baseURL: Self.base, environmentID: keys.environment.rawValue, apiKey: apiKey)
    }

    /// The result of one attempt.
    private enum Attempt {
        case answered(HTTPResponse)
        /// Nothing was done, and a retry may succeed soon.
        case notDone(FeedError)
    }

    /// Sends a request to the process that currently has the feed, and retries until there is a response or the time
    /// limit passes.
    private func exchange(_ request: HTTPRequest) async throws(FeedError) -> HTTPResponse {
        let end = ContinuousClock.now + timeout
        while true {
            switch try await attempt(request) {
            case .answered(let response): return response
            case .notDone(let error): guard ContinuousClock.now < end else { throw error }
            }
            do { try await Task.sleep(for: ProfileServer.pause) } catch { throw .cancelled }
        }
    }

    private func attempt(_ request: HTTPRequest) async throws(FeedError) -> Attempt {
        if let local = try await open() { return .answered(try await answer(request, by: local)) }
        if let suspension = own.suspension { throw .unreachable(suspension) }
        let found: ProfileServer.Access?
        do { found = try await own.find(within: 0) } catch { throw failure(error) }
        guard let found else { return .notDone(.unreachable(own.busy)) }
        return try await send(request, to: found)
    }

    // MARK: In this process

    /// Opens the feed; nil if another process has it.
    private func open() async throws(FeedError) -> LocalServer? {
        // Makes a write fail at the file size limit instead of ending the program.
        signal(SIGXFSZ, SIG_IGN)
        do { return try await own.open(setup) } catch { throw failure(error) }
    }

    private func answer(_ request: HTTPRequest, by local: LocalServer) async throws(FeedError) -> HTTPResponse {
        let answer = await local.server.respond(
            to: request.method, Self.target(of: request), headers: request.headers.map { ($0.name, $0.value) },
            body: request.body ?? [], mostBytes: request.limits.maxResponseBytes)
        await local.stop()
        // The message for a full remote server would be misleading here.
        guard answer.status != 507 else { throw .local(.feed(own.noSpace)) }
        return HTTPResponse(
            status: answer.status, headers: answer.headers.map { HTTPHeader($0.key, $0.value) }, body: answer.body)
    }

    private static func target(of request: HTTPRequest) -> String { String(request.url.dropFirst(base.count)) }

    private func failure(_ error: any Error) -> FeedError { .local(.feed(own.explanation(of: error))) }

    // MARK: By another process

    private func send(_ request: HTTPRequest, to server: ProfileServer.Access) async throws(FeedError) -> Attempt {
        var sent = request
        sent.url = server.address + Self.target(of: request)
        do throws(TransportError) {
            let response = try await driver.send(sent)
            // A server that is stopping refuses new requests.
            return response.status == 503 ? .notDone(FeedError(refusal: response)) : .answered(response)
        } catch {
            let failure = FeedError(error, of: server.address)
            switch error {
            case .unreachable: return .notDone(failure)
            // The server was killed. A request that only reads is retried; for others, the caller decides.
            case .connection where request.method == "GET", .cutOff where request.method == "GET":
                return .notDone(failure)
            default: throw failure
            }
        }
    }
}
