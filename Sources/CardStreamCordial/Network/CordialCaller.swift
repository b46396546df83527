import Cards
import CurlTransport
import VendorClient

/// Sends requests of the account, with its keys and its token.
struct CordialCaller: Sendable {
    let account: CordialAccount
    let addresses: AccountAddresses
    let network: CordialNetwork
    let token: TokenKeeper

    init(
        _ account: CordialAccount, _ addresses: AccountAddresses, _ network: CordialNetwork, _ store: CordialStore
    ) {
        self.account = account
        self.addresses = addresses
        self.network = network
        token = TokenKeeper(store) { () throws(CordialError) in
            try await Self.newToken(account, addresses, network)
        }
    }

    /// Sends a request with the token. A refused token is replaced once.
    ///
    /// - Returns: The response, with any status except 401.
    func send(_ request: CordialRequest) async throws(CordialError) -> HTTPResponse {
        let first = try await token.value()
        let response = try await send(request, token: first)
        guard response.status == 401 else { return response }
        let second = try await token.replacing(first)
        let repeated = try await send(request, token: second)
        guard repeated.status != 401 else { throw CordialError(repeated) }
        return repeated
    }

    /// Requests an address without keys, for contents whose address has a signature.
    func plain(_ address: String) async throws(CordialError) -> HTTPResponse {
        let headers = [HTTPHeader("Content-Type", "application/json"), HTTPHeader("Accept", "application/json")]
        return try await Self.send(HTTPRequest(url: address, headers: headers), network, account.log)
    }

    /// The response of an address of a vanity domain, which may be a redirect.
    func redirect(of address: String) async throws(CordialError) -> HTTPResponse {
        var request = HTTPRequest(url: String(address.prefix { $0 != "#" }))
        request.returnsRedirects = true
        return try await Self.send(request, network, account.log)
    }

    private func send(_ request: CordialRequest, token: String) async throws(CordialError) -> HTTPResponse {
        try await Self.send(request.http(account, addresses, token: token), network, account.log)
    }

    private static func send(
        _ request: HTTPRequest, _ network: CordialNetwork, _ log: CordialLog
    ) async throws(CordialError) -> HTTPResponse {
        // Do not log the query, which contains the signature in addresses of contents.
        let shown = request.url.prefix { $0 != "?" }
        do throws(TransportError) {
            let response = try await network.send(request)
            log.write(.all, "\(request.method) \(shown): \(response.status)")
            return response
        } catch {
            let failure = CordialError(error, at: String(shown))
            log.write(.all, "\(request.method) \(shown): \(failure)")
            throw failure
        }
    }

    private static func newToken(
        _ account: CordialAccount, _ addresses: AccountAddresses, _ network: CordialNetwork
    ) async throws(CordialError) -> String {
        let request = CordialRequest(.events, "POST", ["mobile", "auth", account.tokenSecret])
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await network.send(request.http(account, addresses, token: nil))
        } catch { throw CordialError(error, at: addresses.events.origin) }
        guard response.status == 200 else { throw CordialError(response) }
        guard let token = response.object?.text("token"), !token.isEmpty else {
            throw CordialError(.malformedAnswer, "the service's response has no token", status: response.status)
        }
        return token
    }
}

extension HTTPResponse {
    /// The body as a JSON object; nil for anything else.
    var object: JSONObject? {
        // Ignore errors: a body that is not JSON is not an object.
        (try? JSONParser.parse(body, depthLimit: JSONParser.maxDepthLimit))?.object
    }
}
