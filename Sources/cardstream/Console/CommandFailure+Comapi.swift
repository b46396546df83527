internal import AppRuntime
internal import CardStreamComapi
internal import Cards

/// Exit codes for errors of a conversation service, consistent with those for errors of a server.
extension CommandFailure {
    static func status(of error: ComapiError) -> ExitStatus {
        switch error.code {
        case .missingToken, .sessionEnded, .unauthorized: .authentication
        case .connectionFailed, .malformedAnswer: .network
        case .notFound: .nothingMatched
        case .cancelled: .interrupted
        case .invalidRequest, .conflict, .alreadyExists, .denied, .unreadableFile: .failure
        case .unexpectedStatus: error.status == 403 ? .authentication : error.isTemporary ? .network : .failure
        }
    }

    /// The message of an error. It begins with a type that scripts can recognise, if there is one. For a conflict, it
    /// ends with the current entity tag if that is known.
    static func message(for error: ComapiError) -> String {
        let type =
            switch error.code {
            case .conflict: "conflict: "
            case .alreadyExists: "already-exists: "
            default: ""
            }
        let etag =
            switch error.current {
            case .conversation(let current): current.etag
            case .profile(let current): current.etag
            case nil: String?.none
            }
        let advice = etag.map { "; its entity tag is now \($0)" } ?? ""
        return (type + error.description + advice).escapingControls
    }
}
