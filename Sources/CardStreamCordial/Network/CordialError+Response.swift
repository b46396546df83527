import Cards
import CurlTransport
import VendorClient

extension CordialError {
    /// Creates the error for a response that is not a success. The bodies of refusals have no fixed form.
    init(_ response: HTTPResponse) {
        switch response.status {
        case 401: self.init(.unauthorized, "the service does not accept the account's keys", status: 401)
        case 400, 422: self.init(.invalidRequest, "the service refused the request", status: response.status)
        case 404: self.init(.notFound, "the requested item does not exist on the service", status: 404)
        default:
            self.init(.unexpectedStatus, "the service responded with an unexpected status", status: response.status)
        }
    }

    init(_ error: TransportError, at address: String) {
        switch error {
        case .noNetwork, .hostNotFound, .unreachable, .libraryUnavailable, .connection, .timedOut:
            self.init(.connectionFailed, error.outage(of: address) ?? "\(error)")
        case .badRequest(let text), .file(let text): self.init(.invalidRequest, text)
        case .tls(let text), .denied(let text): self.init(.denied, text)
        case .redirected(let other):
            self.init(
                .malformedAnswer,
                "\(address) redirects to \(other), but redirects from the service are not followed; check the address")
        case .tooLarge(let limit):
            self.init(.malformedAnswer, "the response is larger than \(ByteCount.text(limit))")
        case .malformed(let text), .badUpgrade(let text), .protocolViolation(_, let text):
            self.init(.malformedAnswer, text)
        case .notHTTP: self.init(.malformedAnswer, "\(address) does not speak HTTP")
        case .cutOff, .closed: self.init(.connectionFailed, "the connection ended in the middle of the response")
        case .upgradeRefused(let response): self.init(response)
        case .cancelled: self.init(.cancelled, "the call was cancelled")
        }
    }

    /// Converts an error of the store.
    init(storage error: any Error) {
        if let error = error as? CordialError {
            self = error
        } else if error is CancellationError {
            self.init(.cancelled, "the call was cancelled")
        } else {
            self.init(.storage, "the account's file cannot be read or written: \(error)".escapingControls)
        }
    }
}
