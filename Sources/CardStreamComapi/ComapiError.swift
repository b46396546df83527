import Cards

public import protocol Foundation.LocalizedError

/// Why a call to the service failed.
public struct ComapiError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure. More kinds may follow: handle unknown ones like ``unexpectedStatus``.
    public enum Code: String, Sendable, CaseIterable {
        /// The authenticator returned no token, failed, or took more than five seconds.
        case missingToken
        /// The session ended while the call waited for it.
        case sessionEnded
        /// The service refuses the token, even after the greatest number of renewals.
        case unauthorized
        /// The request is invalid; see ``validationFailures``.
        case invalidRequest
        /// The profile, conversation or message does not exist, or the user may not see it.
        case notFound
        /// The value has changed since it was read: ``etag`` does not match. See ``current``.
        case conflict
        /// A conversation with this id already exists.
        case alreadyExists
        /// Another HTTP status; see ``status``.
        case unexpectedStatus
        /// The response differs from what the service documents.
        case malformedAnswer
        /// The service could not be reached, or the connection broke.
        case connectionFailed
        /// The request policy of the program or the machine's TLS settings do not allow the request.
        case denied
        /// A file to be sent cannot be read.
        case unreadableFile
        /// The caller's task was cancelled.
        case cancelled
    }

    /// The service's current value of an item that has changed in the meantime.
    public enum Current: Sendable, Equatable {
        /// The profile as it is now.
        case profile(Versioned<ComapiProfile>)
        /// The conversation as it is now.
        case conversation(Versioned<Conversation>)
    }

    /// A field that the service refuses.
    public struct ValidationFailure: Sendable, Hashable {
        /// The name of the field.
        public var field: String
        /// What is wrong with it.
        public var message: String

        /// Creates a failure of a field.
        public init(field: String, message: String) {
            self.field = field
            self.message = message
        }
    }

    /// The kind of failure.
    public var code: Code
    /// The message, for people. It contains no token.
    public var message: String
    /// The HTTP status; nil if there was no response.
    public var status: Int?
    /// The fields that the service refuses; empty except for ``Code/invalidRequest``.
    public var validationFailures: [ValidationFailure]
    /// The entity tag of the response; nil if it has none.
    public var etag: String?
    /// The service's current value after a ``Code/conflict``; nil if it could not be loaded, and for other errors.
    public var current: Current?

    /// Creates an error from its properties.
    public init(
        _ code: Code, _ message: String, status: Int? = nil, validationFailures: [ValidationFailure] = [],
        etag: String? = nil, current: Current? = nil
    ) {
        self.code = code
        self.message = message
        self.status = status
        self.validationFailures = validationFailures
        self.etag = etag
        self.current = current
    }

    /// Whether the same call can succeed later without a change.
    public var isTemporary: Bool {
        switch code {
        case .connectionFailed, .missingToken: true
        case .unexpectedStatus: status.map { [407, 408, 425, 429].contains($0) || $0 >= 500 } ?? false
        case .sessionEnded, .unauthorized, .invalidRequest, .notFound, .conflict, .alreadyExists, .malformedAnswer,
            .denied, .unreadableFile, .cancelled:
            false
        }
    }

    /// Whether the service may have received the request.
    public var mayHaveArrived: Bool {
        switch code {
        case .missingToken, .sessionEnded, .denied, .unreadableFile: false
        case .connectionFailed: !wasNotSent
        default: true
        }
    }

    /// Whether the request may have taken effect although it failed: the response was lost, or the service failed while
    /// it handled the request.
    public var mayHaveTakenEffect: Bool {
        switch code {
        case .connectionFailed, .malformedAnswer, .cancelled: mayHaveArrived
        case .unexpectedStatus: status.map { $0 == 408 || $0 >= 500 } ?? true
        case .missingToken, .sessionEnded, .unauthorized, .invalidRequest, .notFound, .conflict, .alreadyExists,
            .denied, .unreadableFile:
            false
        }
    }

    /// Whether it is certain that no byte of the request was sent.
    var wasNotSent = false

    /// The number of this error in the vendor's iOS library, for programs that migrate from it; nil if it has none.
    public var legacyCode: Int? {
        switch code {
        case .invalidRequest: 5551
        case .malformedAnswer: 5552
        case .connectionFailed: 5553
        case .unexpectedStatus: 5554
        case .notFound: 5555
        case .conflict: 5556
        case .alreadyExists: 5557
        case .missingToken, .unauthorized: 5561
        case .sessionEnded: 5562
        case .denied, .unreadableFile, .cancelled: nil
        }
    }

    /// The message, the refused fields and the HTTP status, in one line.
    public var description: String {
        let fields = validationFailures.map { " · \($0.field): \($0.message)" }.joined()
        return message + fields + (status.map { " (HTTP \($0))" } ?? "")
    }
}

extension ComapiError: LocalizedError {
    /// The `description`, for `localizedDescription`.
    public var errorDescription: String? { description }
}
