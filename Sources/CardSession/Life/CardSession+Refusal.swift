import Basics
internal import CardSources
internal import Cards

/// Refused logins.
extension CardSession {
    /// Stores the status and problem of a refusal until the server sends a different response.
    func recordRefusal(_ failure: SourceError?) {
        let cause: RequestError.Cause?
        switch failure {
        case nil: cause = nil
        case .refused(let refusal) where [.unauthorized, .forbidden].contains(refusal.reason):
            cause = RequestError.Cause(refusal)
        // Other errors say nothing about the credentials.
        default: return
        }
        state.withLock { $0.refusal = cause }
    }

    /// The error of the source of a stream if it cannot be reached or refuses the login; nil otherwise. Without a
    /// stream, or for a stream of the connection, the error of the connection.
    func connectionTrouble(of stream: StreamID? = nil) -> RequestError? {
        state.withLock { state in
            guard let status = state.status else { return nil }
            guard let source = stream.flatMap({ status.source(of: $0) }) else {
                return RequestError(status.connection, refusal: state.refusal)
            }
            return RequestError(source.connection, refusal: nil)
        }
    }
}
