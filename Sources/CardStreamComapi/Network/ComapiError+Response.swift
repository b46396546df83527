import Cards
import CurlTransport
import VendorClient

extension ComapiError {
    /// The purpose of a request, on which the meaning of a status depends.
    enum Purpose: Sendable {
        case reading, creating, changing
    }

    /// Creates the error of a response that is not a success. In the protocol, 400 has `validationFailures`, 404 and
    /// 412 have a plain sentence, and other bodies can have any content.
    init(_ response: HTTPResponse, _ purpose: Purpose) {
        let json = try? JSONParser.parse(response.body)  // Bodies of refusals need not be JSON.
        let failures = (json?.object?.objects("validationFailures") ?? []).map {
            ValidationFailure(field: $0.text("paramName") ?? "", message: $0.text("message") ?? "")
        }
        let sentence = Self.sentence(response.body, json)
        let code: Code
        let usual: String
        switch response.status {
        case 400: (code, usual) = (.invalidRequest, "the service refused the request as invalid")
        case 401: (code, usual) = (.unauthorized, "the service does not accept the session")
        case 404: (code, usual) = (.notFound, "the requested item does not exist on the service")
        case 409 where purpose == .creating: (code, usual) = (.alreadyExists, "this id is already in use")
        case 409, 412: (code, usual) = (.conflict, "the item has changed since it was read")
        default: (code, usual) = (.unexpectedStatus, "the service responded with an unexpected status")
        }
        self.init(
            code, sentence ?? usual, status: response.status, validationFailures: failures, etag: response["etag"])
    }

    /// The message in the body of a failed response; nil if it has none. The text is untrusted, so control characters
    /// are escaped.
    private static func sentence(_ body: [UInt8], _ json: JSONValue?) -> String? {
        let text: String
        switch json {
        case .string(let value): text = value
        case .object(let object): text = object.text(anyOf: "message", "error", "detail", "title") ?? ""
        case nil: text = String(validating: body, as: UTF8.self) ?? ""
        default: return nil
        }
        let line = text.prefix { $0 != "\n" && $0 != "\r\n" }.prefix(200)
        // An HTML error page is not a message.
        guard !line.isEmpty, line.first != "<" else { return nil }
        return String(line).escapingControls
    }

    init(_ error: TransportError, at address: String) {
        switch error {
        case .noNetwork, .hostNotFound, .unreachable, .libraryUnavailable:
            self.init(.connectionFailed, error.outage(of: address) ?? "\(error)")
            wasNotSent = true
        case .connection, .timedOut: self.init(.connectionFailed, error.outage(of: address) ?? "\(error)")
        case .badRequest(let text): self.init(.invalidRequest, text)
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
        case .cutOff: self.init(.connectionFailed, "the connection ended in the middle of the response")
        case .upgradeRefused(let response):
            self.init(.unexpectedStatus, "the service refused the WebSocket connection", status: response.status)
            if response.status == 401 { code = .unauthorized }
        case .closed(let code, _): self.init(.connectionFailed, "the service closed the connection (\(code))")
        case .file(let text): self.init(.unreadableFile, text)
        case .cancelled: self.init(.cancelled, "the call was cancelled")
        }
    }
}
