public import protocol Foundation.LocalizedError

/// A source's refusal of a request.
public struct SourceRefusal: Error, Hashable, Sendable {
    /// What the refusal means for the caller.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Reason: Hashable, Sendable, CaseIterable {
        /// The credentials are missing, wrong or expired. The session requests new ones once.
        case unauthorized
        /// The user lacks the permission.
        case forbidden
        /// The cursor is too old or unknown. The session then loads a snapshot.
        case cursorExpired
        /// Live feeds are not available, but other calls work. The session polls the source.
        case noLiveFeed
        /// The card does not exist.
        case unknownCard
        /// The card has ended.
        case cardClosed
        /// The card does not offer this action.
        case notOffered
        /// The action is invalid, such as a snooze until a time in the past.
        case badAction
        /// The key was already used for another request.
        case keyReused
        /// The content of the request can never be accepted.
        case invalid
        /// The requested resource does not exist.
        case notFound
        /// Any other refusal: the user decides what to do.
        case declined
        /// This client sends too many requests: retried later.
        case busy
        /// A conflicting operation is still in progress: retried later.
        case conflict
        /// The source serves no clients at the moment: retried later, but not by all clients at the same time.
        case unavailable
        /// The source failed: retried later.
        case failed
    }

    /// What the refusal means.
    public var reason: Reason
    /// The kind of refusal, for people.
    public var title: String
    /// What happened and how to fix it, for people.
    public var detail: String?
    /// For an invalid action or request: a JSON pointer (RFC 6901) to the field.
    public var field: String?
    /// The source's name for the refusal, for example `card-closed`; for logs and scripts.
    public var name: String?
    /// The HTTP status, if the source uses HTTP.
    public var status: Int?
    /// How long to wait before a retry, if the source says so.
    public var retryAfter: Duration?

    /// Creates a refusal from its properties.
    ///
    /// - Parameter title: Nil, the default, uses a text for the reason.
    public init(
        _ reason: Reason, title: String? = nil, detail: String? = nil, field: String? = nil, name: String? = nil,
        status: Int? = nil, retryAfter: Duration? = nil
    ) {
        self.reason = reason
        self.title = title ?? reason.title
        self.detail = detail
        self.field = field
        self.name = name
        self.status = status
        self.retryAfter = retryAfter
    }

    /// The detail if there is one, otherwise the title.
    public var explanation: String { detail ?? title }
}

extension SourceRefusal.Reason {
    fileprivate var title: String {
        switch self {
        case .unauthorized: "Authentication is missing or wrong"
        case .forbidden: "The user is not allowed to do this"
        case .cursorExpired: "The cursor is too old"
        case .noLiveFeed: "Live changes are not available"
        case .unknownCard: "Card not found"
        case .cardClosed: "The card is already closed"
        case .notOffered: "The card does not offer this action"
        case .badAction: "The action is not valid"
        case .keyReused: "The idempotency key was already used for another action"
        case .invalid: "The request is not valid"
        case .notFound: "Not found"
        case .declined: "The source refused the action"
        case .busy: "Too many requests"
        case .conflict: "Another request is being processed"
        case .unavailable: "The source is not available"
        case .failed: "The source failed"
        }
    }
}

extension SourceRefusal: CustomStringConvertible, LocalizedError {
    public var description: String { explanation }
    /// The ``explanation``, for `localizedDescription`.
    public var errorDescription: String? { explanation }
}
