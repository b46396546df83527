import CardSources

extension SourceError {
    /// Creates the session's error for an error of the service.
    init(_ error: ComapiError) {
        switch error.code {
        case .missingToken, .sessionEnded: self = .noToken(error.message)
        case .connectionFailed: self = error.mayHaveArrived ? .network(error.message) : .unreachable(error.message)
        case .malformedAnswer: self = .malformed(error.message)
        case .denied: self = .denied(error.message)
        case .unreadableFile: self = .file(error.message)
        case .cancelled: self = .cancelled
        case .unauthorized, .invalidRequest, .notFound, .conflict, .alreadyExists, .unexpectedStatus:
            self = .refused(SourceRefusal(error.reason, detail: error.description, status: error.status))
        }
    }
}

extension ComapiError {
    fileprivate var reason: SourceRefusal.Reason {
        switch code {
        case .unauthorized: .unauthorized
        case .invalidRequest: .invalid
        case .notFound: .notFound
        case .conflict, .alreadyExists: .declined
        default:
            switch status {
            case 403: .forbidden
            case 429: .busy
            case 503: .unavailable
            // 407 comes from a proxy rather than the service.
            case 407, 408, 425, .some(500...): .failed
            default: .declined
            }
        }
    }
}
