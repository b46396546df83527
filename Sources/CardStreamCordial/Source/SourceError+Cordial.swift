import CardSources

extension SourceError {
    /// Converts an error of the service.
    init(_ error: CordialError) {
        switch error.code {
        case .notLoggedIn: self = .noToken(error.message)
        case .connectionFailed: self = .network(error.message)
        case .malformedAnswer: self = .malformed(error.message)
        case .denied: self = .denied(error.message)
        case .cancelled: self = .cancelled
        case .unauthorized, .invalidRequest, .notFound, .unexpectedStatus, .storage:
            self = .refused(SourceRefusal(error.reason, detail: error.description, status: error.status))
        }
    }
}

extension CordialError {
    fileprivate var reason: SourceRefusal.Reason {
        switch code {
        case .unauthorized: .unauthorized
        case .invalidRequest: .invalid
        case .notFound: .notFound
        case .storage: .failed
        default:
            switch status {
            case 403: .forbidden
            case 429: .busy
            case 503: .unavailable
            // 407 is from a proxy rather than the service.
            case 407, 408, 425, .some(500...): .failed
            default: .declined
            }
        }
    }
}
