internal import AppCore
internal import AppRuntime
internal import Basics
internal import FeedAPI

/// Exit codes for errors of a source of cards, consistent with those for errors of a server.
extension CommandFailure {
    static func status(of error: SourceError) -> ExitStatus {
        switch error {
        case .network, .unreachable, .noNetwork, .hostNotFound, .silent, .restarting, .tls, .malformed, .notFeed:
            .network
        case .local, .denied, .file, .unsupported: .failure
        case .noToken: .authentication
        case .cancelled: .interrupted
        case .refused(let refusal):
            switch refusal.reason {
            case .unauthorized, .forbidden: .authentication
            case .unknownCard, .notFound: .nothingMatched
            case .noLiveFeed, .busy, .unavailable, .failed: .network
            case .conflict: refusal.status == 408 ? .network : .failure
            case .cursorExpired, .cardClosed, .notOffered, .badAction, .keyReused, .invalid, .declined: .failure
            }
        }
    }

    static func message(for error: SourceError) -> String {
        switch error {
        case .refused(let refusal) where refusal.reason == .noLiveFeed:
            return "the server refused the push connection (\(refusal.title))"
        case .refused(let refusal):
            var text = "the server says: \(refusal.title)"
            let detail = refusal.detail ?? ""
            // Some details already name the field.
            if let field = refusal.field, field.isEmpty || !detail.contains(field) {
                text += ", at \(field.isEmpty ? "the top level of the JSON" : field)"
            }
            if !detail.isEmpty { text += ". \(detail)" }
            return refusal.retryAfter.map { text.continued(retryWords(Int($0.seconds))) } ?? text
        case .unsupported(let what): return "this source does not support \(what)"
        case .network, .unreachable, .noNetwork, .hostNotFound, .silent, .restarting, .local, .tls, .denied, .malformed,
            .notFeed, .noToken, .file, .cancelled:
            return message(for: FeedError(error))
        }
    }
}
