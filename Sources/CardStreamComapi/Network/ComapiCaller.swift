import CurlTransport

/// Sends requests to the service and turns failed responses into errors.
struct ComapiCaller: Sendable {
    let space: ComapiSpace
    let network: ComapiNetwork

    /// Sends a request once.
    ///
    /// - Throws: ``ComapiError`` for a status outside 200 to 299, and if no response arrives.
    func send(_ request: ComapiRequest, token: String?) async throws(ComapiError) -> ComapiResponse {
        guard let base = ServerURL(space.baseURL) else {
            throw ComapiError(
                .invalidRequest, "\"\(space.baseURL)\" is not the address of a service: expected https://HOST[:PORT]")
        }
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await network.send(request.http(at: base, space: space.id, token: token))
        } catch { throw ComapiError(error, at: base.origin) }
        guard (200..<300).contains(response.status) else { throw ComapiError(response, request.purpose) }
        return ComapiResponse(status: response.status, etag: response["etag"], body: response.body)
    }
}

/// Sends requests with the session's token.
struct AuthorisedCaller: Sendable {
    /// The greatest number of times that a request is sent, including the first attempt. After each refusal it is sent
    /// with the token of a new session.
    static let attempts = 3

    let caller: ComapiCaller
    let sessions: SessionKeeper

    /// Sends a request. When the service refuses the session, repeats it with a new one.
    @discardableResult
    func send(_ request: ComapiRequest) async throws(ComapiError) -> ComapiResponse {
        var attempt = 1
        while true {
            let token = try await sessions.token()
            do throws(ComapiError) { return try await caller.send(request, token: token) } catch {
                guard error.code == .unauthorized else { throw error }
                await sessions.refuse(token)
                guard attempt < Self.attempts else { throw error }
                attempt += 1
            }
        }
    }
}
