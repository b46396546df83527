internal import AppRuntime
internal import CardStreamCordial
internal import Cards

/// Exit codes for errors of a message service, consistent with those for errors of a server.
extension CommandFailure {
    static func status(of error: CordialError) -> ExitStatus {
        switch error.code {
        case .notLoggedIn, .unauthorized: .authentication
        case .connectionFailed, .malformedAnswer: .network
        case .notFound: .nothingMatched
        case .cancelled: .interrupted
        case .invalidRequest, .denied, .storage: .failure
        case .unexpectedStatus: error.status == 403 ? .authentication : error.isTemporary ? .network : .failure
        }
    }
}
