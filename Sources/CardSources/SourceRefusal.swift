/// A source's answer that it did not do what it was asked for.
public struct SourceRefusal: Error, Hashable, Sendable {
    /// What the answer means for who asked.
    public enum Reason: Hashable, Sendable, CaseIterable {
        /// The credentials are missing, wrong or expired: others are asked for once.
        case unauthorized
        /// The user may not do that.
        case forbidden
        /// The cursor is too old or unknown: a snapshot follows.
        case cursorExpired
        /// Changes cannot be followed live, though other calls work: the source is polled.
        case noLiveFeed
        /// There is no such card.
        case unknownCard
        /// The card is over.
        case cardClosed
        /// The card does not offer this action.
        case notOffered
        /// The action itself is not valid, such as a snooze until a time that is past.
        case badAction
        /// The key was used for another request.
        case keyReused
        /// The content of the request cannot be taken, now or later.
        case invalid
        /// There is nothing of the kind here.
        case notFound
        /// Any other no: the user decides.
        case declined
        /// This client asks too often: later.
        case busy
        /// Something is under way that has to end first: later.
        case conflict
        /// The source serves no client for now: later, and not all clients at once.
        case unavailable
        /// The source failed: later.
        case failed
    }

    /// What the answer means.
    public var reason: Reason
    /// What kind of answer it is, for people.
    public var title: String
    /// What happened this time and what to do about it, for people.
    public var detail: String?
    /// For a bad action or request: a JSON pointer (RFC 6901) to the field.
    public var field: String?
    /// What the source calls it, as `card-closed`; for logs and scripts.
    public var name: String?
    /// The HTTP status, where the source is asked by HTTP.
    public var status: Int?
    /// Seconds to wait before the next try, where the source says so.
    public var retryAfter: Double?

    /// - Parameter title: A text for the reason by default.
    public init(
        _ reason: Reason, title: String? = nil, detail: String? = nil, field: String? = nil, name: String? = nil,
        status: Int? = nil, retryAfter: Double? = nil
    ) {
        self.reason = reason
        self.title = title ?? reason.title
        self.detail = detail
        self.field = field
        self.name = name
        self.status = status
        self.retryAfter = retryAfter
    }

    /// The detail, or else the title.
    public var explanation: String { detail ?? title }
}

extension SourceRefusal.Reason {
    fileprivate var title: String {
        switch self {
        case .unauthorized: "Authentication is missing or wrong"
        case .forbidden: "This user may not do that"
        case .cursorExpired: "The cursor is too old"
        case .noLiveFeed: "Changes cannot be followed"
        case .unknownCard: "There is no such card"
        case .cardClosed: "The card is already closed"
        case .notOffered: "The card does not offer this action"
        case .badAction: "The action is not valid"
        case .keyReused: "The key was used for something else"
        case .invalid: "The request is not valid"
        case .notFound: "There is nothing here"
        case .declined: "The source declined"
        case .busy: "Too many requests"
        case .conflict: "Something else is under way"
        case .unavailable: "The source is not available"
        case .failed: "The source failed"
        }
    }
}
