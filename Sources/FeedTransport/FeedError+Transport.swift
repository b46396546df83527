internal import Cards
package import CurlTransport
package import FeedAPI

extension FeedError {
    /// Classifies errors of the transport by how to react.
    /// - Parameter server: The configured address, for messages.
    package init(_ error: TransportError, of server: String) {
        let server = server.maskingPasswords
        switch error {
        case .libraryUnavailable(let text): self = .local(.library(text))
        case .noNetwork(let text): self = .noNetwork(text)
        case .hostNotFound(let host): self = .hostNotFound(host)
        case .unreachable(let text): self = .unreachable(text)
        case .connection(let text), .timedOut(let text): self = .network(text)
        case .tls(let text): self = .tls(text)
        case .denied(let text): self = .denied(text)
        // Nothing was sent. The headers of a request hold keys and tokens; the address was checked before.
        case .badRequest(let text): self = .noToken(text)
        case .malformed(let text), .badUpgrade(let text): self = .malformed(text)
        case .redirected(let target):
            self = .notFeed(
                "\(server) redirects to \(target), but keys are not sent to other addresses; if you trust "
                    + "\(target), use it as the server"
            )
        case .notHTTP: self = .notFeed("\(server) is not a web server: its response is not HTTP")
        case .cutOff: self = .malformed("\(server) ended the connection in the middle of its response")
        case .tooLarge(let limit):
            self = .malformed("the response from \(server) is larger than \(limit / 1_000_000) MB")
        case .upgradeRefused(let response):
            switch response.status {
            case 401, 403, 429, 500...: self = FeedError(refusal: response)
            default: self = .socketRefused(status: response.status)
            }
        case .protocolViolation(_, let text): self = .malformed("the server broke the WebSocket protocol: \(text)")
        case .closed(let code, let reason): self = .closed(code: code, reason: reason)
        case .file(let text): self = .file(text)
        case .cancelled: self = .cancelled
        }
    }

    /// Creates an error from an error response: its problem document, or one derived from the status if it has none.
    package init(refusal response: HTTPResponse) {
        let retryAfter = response[FeedHeader.retryAfter].flatMap {
            RetryAfter.seconds($0, serverDate: response["date"])
        }
        self = .server(Self.problem(response), retryAfter: retryAfter)
    }

    /// Detects responses that do not come from a card server, for example from a web server at a mistyped address.
    ///
    /// A proxy in front of a card server may reject requests (401, 403, 429, 5xx): the address is then right.
    init?(foreign response: HTTPResponse, of server: String) {
        let isForeign =
            switch response.status {
            case 200..<300:
                !response.body.isEmpty && ![FeedHeader.json, FeedHeader.jsonLines].contains(response.mediaType)
            case 404, 405, 501: response.mediaType != FeedHeader.problem
            default: false
            }
        guard isForeign else { return nil }
        let server = server.maskingPasswords
        let type = response.mediaType.isEmpty ? "no media type" : "the media type \(response.mediaType)"
        self = .notFeed(
            "\(server) is a web server, but not a cardstream server: its response has HTTP status "
                + "\(response.status) and \(type)"
        )
    }

    private static func problem(_ response: HTTPResponse) -> Problem {
        var why = "The response does not describe the problem"
        if response.mediaType == FeedHeader.problem {
            do throws(Problem) {
                var problem = try FeedCoder.decodeProblem(response.body)
                // The actual status takes precedence over that of the document.
                problem.status = response.status
                return problem
            } catch {
                why = "The description of the problem in the response cannot be read: \(error.detail ?? error.title)"
            }
        }
        // Only statuses that determine the reaction by themselves are mapped. A status does not say which card or key
        // is meant.
        let type: ProblemType =
            switch response.status {
            case 401: .unauthenticated
            case 403: .forbidden
            case 404: .notFound
            case 413: .tooLarge
            case 415: .unsupportedType
            case 429: .tooManyRequests
            default: .unrecognised
            }
        return Problem(
            type, title: type == .unrecognised ? "The server responded with HTTP status \(response.status)" : nil,
            status: response.status, detail: why + ".")
    }
}
