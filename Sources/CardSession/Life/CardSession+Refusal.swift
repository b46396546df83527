import Basics
internal import CardSources
internal import Cards

/// The server's refusals to log in.
extension CardSession {
    /// Keeps the status and the problem of such an answer until the server gives another one.
    func recordRefusal(_ failure: SourceError?) {
        let cause: RequestError.Cause?
        switch failure {
        case nil: cause = nil
        case .refused(let refusal) where [.unauthorized, .forbidden].contains(refusal.reason):
            cause = RequestError.Cause(refusal)
        // Not about who asks.
        default: return
        }
        state.withLock { $0.refusal = cause }
    }

    /// Why the server is not reached or refuses the login; nil where neither is known.
    var connectionTrouble: RequestError? {
        state.withLock { state in state.status.flatMap { RequestError($0.connection, refusal: state.refusal) } }
    }
}
