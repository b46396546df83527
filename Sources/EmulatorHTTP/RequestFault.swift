/// A fault of the next requests to a part of the service.
package struct RequestFault: Hashable, Sendable {
    package enum Effect: Hashable, Sendable {
        // Refusals. The request changes nothing.

        /// 401, as for an expired token.
        case unauthorized
        /// 412, as for an ETag that does not match.
        case preconditionFailed
        /// 500
        case serverError
        /// A status without a body.
        case refused(status: Int)
        /// 429 with `Retry-After` in seconds.
        case tooManyRequests(retryAfter: Int)

        // Damaged responses. The request has been carried out.

        /// The body is not valid JSON.
        case brokenJSON
        /// The connection closes in the middle of the body.
        case cutResponse
        /// The connection closes without a response.
        case lostResponse
    }

    /// The method of the requests; nil for any method.
    package var method: String?
    /// The beginning of the decoded path, without `/apispaces/{id}`: `/conversations`.
    package var pathPrefix: String
    /// The number of requests that still have the fault.
    package var count: Int
    package var effect: Effect

    package init(_ effect: Effect, method: String? = nil, pathPrefix: String = "/", count: Int = 1) {
        self.effect = effect
        self.method = method
        self.pathPrefix = pathPrefix
        self.count = count
    }

    package func matches(_ method: String, path: String) -> Bool {
        count > 0 && (self.method ?? method) == method && path.hasPrefix(pathPrefix)
    }
}

extension RequestFault.Effect {
    /// Damages the response to a request that was carried out.
    package func damage(_ response: inout EmulatorResponse) {
        switch self {
        case .unauthorized, .preconditionFailed, .serverError, .refused, .tooManyRequests: break
        case .brokenJSON: if !response.body.isEmpty { response.body = Array("{\"".utf8) + response.body }
        case .cutResponse: response.transfer = .cut(bytes: response.body.count / 2)
        case .lostResponse: response.transfer = .lost
        }
    }
}
