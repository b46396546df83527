/// Something that goes wrong with the next requests to a part of the service.
package struct RequestFault: Hashable, Sendable {
    package enum Effect: Hashable, Sendable {
        // Refusals, with nothing written.

        /// 401, as for an expired token.
        case unauthorized
        /// 412, as for another ETag.
        case preconditionFailed
        /// 500
        case serverError
        /// An answer without a body.
        case refused(status: Int)
        /// 429 with `Retry-After` in seconds.
        case tooManyRequests(retryAfter: Int)

        // Answers that are damaged after the request has been carried out.

        /// The body is no JSON.
        case brokenJSON
        /// The connection closes in the middle of the body.
        case cutAnswer
        /// The connection closes without an answer.
        case lostAnswer
    }

    /// Nil for any method.
    package var method: String?
    /// Of the path, decoded and without `/apispaces/{id}`: `/conversations`.
    package var pathPrefix: String
    /// For how many requests.
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
    /// Damages the answer of a request that was carried out.
    package func damage(_ answer: inout EmulatorAnswer) {
        switch self {
        case .unauthorized, .preconditionFailed, .serverError, .refused, .tooManyRequests: break
        case .brokenJSON: if !answer.body.isEmpty { answer.body = Array("{\"".utf8) + answer.body }
        case .cutAnswer: answer.transfer = .cut(bytes: answer.body.count / 2)
        case .lostAnswer: answer.transfer = .lost
        }
    }
}
