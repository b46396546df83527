internal import AppRuntime
internal import CardStreamCordial
internal import Cards

/// Exit codes for errors of a service of messages, consistent with those of a server.
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
