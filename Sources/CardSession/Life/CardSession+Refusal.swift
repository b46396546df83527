import Basics
internal import CardSources
internal import Cards

/// Refused logins.
extension CardSession {
    /// Stores the status and problem of a refusal until the server gives another answer.
    func recordRefusal(_ failure: SourceError?) {
        let cause: RequestError.Cause?
        switch failure {
        case nil: cause = nil
        case .refused(let refusal) where [.unauthorized, .forbidden].contains(refusal.reason):
            cause = RequestError.Cause(refusal)
        // Unrelated to the credentials.
        default: return
        }
        state.withLock { $0.refusal = cause }
    }

    /// Why the server cannot be reached or refuses the login; nil if neither is known.
    var connectionTrouble: RequestError? {
        state.withLock { state in state.status.flatMap { RequestError($0.connection, refusal: state.refusal) } }
    }
}
