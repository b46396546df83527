import Cards

public import protocol Foundation.LocalizedError

/// Why a call failed.
public struct CordialError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure. Later versions may have more kinds: handle unknown ones like ``unexpectedStatus``.
    public enum Code: String, Sendable, CaseIterable {
        /// No contact is logged in.
        case notLoggedIn
        /// The service does not accept the account's keys.
        case unauthorized
        /// The request is invalid; see the message.
        case invalidRequest
        /// The message or other requested object does not exist.
        case notFound
        /// Another HTTP status; see ``status``.
        case unexpectedStatus
        /// The response is not what the service documents.
        case malformedAnswer
        /// The service could not be reached, or the connection broke.
        case connectionFailed
        /// The request policy of the program or the machine's TLS settings do not allow the request.
        case denied
        /// The file of the account cannot be read or written.
        case storage
        /// The caller's task was cancelled.
        case cancelled
    }

    /// The kind of failure.
    public var code: Code
    /// What happened, for people. It contains no key and no token.
    public var message: String
    /// The HTTP status; nil if there was no response.
    public var status: Int?

    /// Creates an error from its properties.
    public init(_ code: Code, _ message: String, status: Int? = nil) {
        self.code = code
        self.message = message
        self.status = status
    }

    static let noContact = CordialError(.notLoggedIn, "no contact is set")

    /// Whether the same call can succeed later without any change.
    public var isTemporary: Bool {
        switch code {
        case .connectionFailed: true
        case .unexpectedStatus: status.map { [407, 408, 425, 429].contains($0) || $0 >= 500 } ?? false
        case .notLoggedIn, .unauthorized, .invalidRequest, .notFound, .malformedAnswer, .denied, .storage, .cancelled:
            false
        }
    }

    /// The message and the HTTP status, in one line.
    public var description: String { message + (status.map { " (HTTP \($0))" } ?? "") }
}

extension CordialError: LocalizedError {
    /// The `description`, for `localizedDescription`.
    public var errorDescription: String? { description }
}
