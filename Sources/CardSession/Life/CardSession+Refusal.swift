import Basics
internal import Cards
internal import FeedAPI

/// The server's refusals to log in.
extension CardSession {
    /// Keeps the status and the problem of such an answer until the server gives another one.
    func noteRefusal(_ failure: FeedError?) {
        let cause: RequestError.Cause?
        switch failure {
        case nil: cause = nil
        case .server(let problem, _) where [401, 403].contains(problem.status):
            cause = RequestError.Cause(
                problem.detail ?? problem.title, httpStatus: problem.status, problem: problem.type.rawValue)
        case .socketRefused(let status) where [401, 403].contains(status):
            cause = RequestError.Cause("no push connection", httpStatus: status)
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
