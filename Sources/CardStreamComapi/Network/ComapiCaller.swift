import CurlTransport

/// Sends requests to the service and turns refusals into errors.
struct ComapiCaller: Sendable {
    let space: ComapiSpace
    let network: ComapiNetwork

    /// Sends a request once.
    ///
    /// - Throws: ``ComapiError`` for every status but 200 to 299.
    func send(_ request: ComapiRequest, token: String?) async throws(ComapiError) -> ComapiAnswer {
        guard let base = ServerURL(space.baseURL) else {
            throw ComapiError(
                .invalidRequest, "\"\(space.baseURL)\" is not the address of a service: expected https://HOST[:PORT]")
        }
        let answer: HTTPResponse
        do throws(TransportError) {
            answer = try await network.send(request.http(at: base, space: space.id, token: token))
        } catch { throw ComapiError(error, at: base.origin) }
        guard (200..<300).contains(answer.status) else { throw ComapiError(answer, request.purpose) }
        return ComapiAnswer(status: answer.status, etag: answer["etag"], body: answer.body)
    }
}

/// Sends requests with the session's token.
struct AuthorisedCaller: Sendable {
    /// How often a request is sent with another token after a refusal of the last one, the first attempt included.
    static let attempts = 3

    let caller: ComapiCaller
    let sessions: SessionKeeper

    /// Sends a request, with a new session where the service refuses the old one.
    @discardableResult
    func send(_ request: ComapiRequest) async throws(ComapiError) -> ComapiAnswer {
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
