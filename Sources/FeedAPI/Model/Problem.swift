public import Cards

public import protocol Foundation.LocalizedError

/// An error response: a problem document (RFC 9457), `application/problem+json`.
public struct Problem: Hashable, Sendable, Error {
    public var type: ProblemType
    public var title: String
    /// The HTTP status.
    public var status: Int
    /// What happened and how to fix it.
    public var detail: String?
    /// A JSON pointer (RFC 6901) to the invalid field, for example of a card or action; nil if no single field is
    /// invalid.
    public var pointer: String?
    /// The value that was expected in an invalid field; nil if no single field is invalid.
    public var expected: String?
    /// The line in a bulk publish request, starting at 1; otherwise nil.
    public var line: Int?
    /// The time in seconds after which a retry may succeed; nil if unknown. Sent in the header `Retry-After`, not in
    /// the document.
    public var retryAfter: Int?

    public init(
        _ type: ProblemType, title: String? = nil, status: Int? = nil, detail: String? = nil, pointer: String? = nil,
        expected: String? = nil, line: Int? = nil, retryAfter: Int? = nil
    ) {
        self.type = type
        self.title = title ?? type.defaultTitle
        self.status = status ?? type.defaultStatus
        self.detail = detail
        self.pointer = pointer
        self.expected = expected
        self.line = line
        self.retryAfter = retryAfter
    }

    /// The problem for a code that belongs to no invitation.
    package static let unknownInvitation = Problem(
        .unknownInvitation,
        detail: "No invitation has this code. Check that you copied all of it, or ask for a new invitation.")
}

extension Problem {
    /// Creates a problem for an invalid field of a request.
    public init(_ field: InvalidField, _ type: ProblemType = .malformedRequest) {
        let place = field.pointer.isEmpty ? "The value" : "The value at \(field.pointer)"
        self.init(
            type, detail: "\(place) must be \(field.expected).", pointer: field.pointer, expected: field.expected)
    }
}

/// The types of problems. Their names are stable; the protocol uses `urn:cardstream:problem:NAME`.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum ProblemType: String, Hashable, Sendable, CaseIterable {
    case malformedRequest = "malformed-request"
    case badCard = "bad-card"
    case badAction = "bad-action"
    case unauthenticated
    case tokenExpired = "token-expired"
    case forbidden
    case notFound = "not-found"
    case unknownCard = "unknown-card"
    case unknownStream = "unknown-stream"
    case unknownBucket = "unknown-bucket"
    case unknownPage = "unknown-page"
    case unknownAsk = "unknown-ask"
    case unknownGroup = "unknown-group"
    case unknownInvitation = "unknown-invitation"
    case invitationEnded = "invitation-ended"
    case methodNotAllowed = "method-not-allowed"
    case cursorExpired = "cursor-expired"
    case cardClosed = "card-closed"
    case cardChanged = "card-changed"
    case notOffered = "not-offered"
    case keyReused = "key-reused"
    case tooLarge = "too-large"
    case unsupportedType = "unsupported-type"
    case tooManyRequests = "too-many-requests"
    case tooManyConnections = "too-many-connections"
    case tooManyWebhooks = "too-many-webhooks"
    case headersTooSlow = "headers-too-slow"
    case internalError = "internal-error"
    case storageFull = "storage-full"
    case shuttingDown = "shutting-down"
    case notReady = "not-ready"
    /// A type from a later version or another program.
    case unrecognised

    public var urn: String { "urn:cardstream:problem:\(rawValue)" }

    public var defaultStatus: Int {
        switch self {
        case .malformedRequest, .badCard, .badAction: 400
        case .unauthenticated, .tokenExpired: 401
        case .forbidden: 403
        case .notFound, .unknownCard, .unknownStream, .unknownBucket, .unknownPage, .unknownAsk, .unknownGroup,
            .unknownInvitation:
            404
        case .methodNotAllowed: 405
        case .headersTooSlow: 408
        case .cardClosed, .cardChanged, .notOffered, .tooManyWebhooks: 409
        case .cursorExpired, .invitationEnded: 410
        case .tooLarge: 413
        case .unsupportedType: 415
        case .keyReused: 422
        case .tooManyRequests, .tooManyConnections: 429
        case .internalError, .unrecognised: 500
        case .storageFull: 507
        case .shuttingDown, .notReady: 503
        }
    }

    public var defaultTitle: String {
        switch self {
        case .malformedRequest: "The request is not valid"
        case .badCard: "The card is not valid"
        case .badAction: "The action is not valid"
        case .unauthenticated: "Authentication is missing or wrong"
        case .tokenExpired: "The token has expired"
        case .forbidden: "This key does not allow this request"
        case .notFound: "Not found"
        case .unknownCard: "Card not found"
        case .unknownStream: "Stream not found"
        case .unknownBucket: "The card accepts no files for this bucket"
        case .unknownPage: "The card does not have this page"
        case .unknownAsk: "Question not found"
        case .unknownGroup: "Group not found"
        case .unknownInvitation: "Invitation not found"
        case .invitationEnded: "The invitation can no longer be used"
        case .methodNotAllowed: "This address does not allow this method"
        case .cursorExpired: "The cursor is too old"
        case .cardClosed: "The card is already closed"
        case .cardChanged: "The answer is for a different card"
        case .notOffered: "The card does not offer this action"
        case .keyReused: "The idempotency key was already used for another request"
        case .tooLarge: "The request is too large"
        case .unsupportedType: "Files of this type are not accepted"
        case .tooManyRequests: "Too many requests"
        case .tooManyConnections: "Too many connections for this user"
        case .tooManyWebhooks: "The environment has too many webhooks"
        case .headersTooSlow: "The request headers arrived too slowly"
        case .internalError: "The server failed"
        case .storageFull: "The server's disk is full"
        case .shuttingDown: "The server is shutting down"
        case .notReady: "The server is not ready"
        case .unrecognised: "Unknown problem"
        }
    }
}

extension Problem: CustomStringConvertible, LocalizedError {
    /// The detail if there is one, otherwise the title.
    public var description: String { detail ?? title }
    /// The ``description``, for `localizedDescription`.
    public var errorDescription: String? { description }
}
