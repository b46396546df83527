internal import CardSources

extension RequestError {
    /// The cause of a ``RequestError`` or ``SessionError``, for programs that react to it. Later versions may have more
    /// codes: handle unknown ones by ``RequestError/isRetryable``.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code as text, for logs: "card-closed".
        public let rawValue: String

        /// A code of a later version, or of a source of cards.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        // Invalid calls.

        /// There is no login.
        public static let notLoggedIn = Code(rawValue: "not-logged-in")
        /// An argument is invalid.
        public static let invalidArgument = Code(rawValue: "invalid-argument")
        /// The source of the cards does not support this.
        public static let unsupported = Code(rawValue: "unsupported")

        // Missing cards and objects.

        /// The card was answered, or has ended.
        public static let cardClosed = Code(rawValue: "card-closed")
        /// The card does not exist.
        public static let cardNotFound = Code(rawValue: "card-not-found")
        /// The requested object does not exist.
        public static let notFound = Code(rawValue: "not-found")

        // Credentials and permission.

        /// The server does not accept the token or the key.
        public static let unauthenticated = Code(rawValue: "unauthenticated")
        /// The user may not do this.
        public static let forbidden = Code(rawValue: "forbidden")
        /// The token provider has no token at the moment.
        public static let noToken = Code(rawValue: "no-token")
        /// The request policy of this program denies the server.
        public static let policyDenied = Code(rawValue: "policy-denied")
        /// The certificate of the server was refused, or TLS failed otherwise.
        public static let certificateRefused = Code(rawValue: "certificate-refused")

        // The network and the server.

        /// The server cannot be reached.
        public static let unreachable = Code(rawValue: "unreachable")
        /// The network works, but no host has this name.
        public static let hostNotFound = Code(rawValue: "host-not-found")
        /// There was no response within the time limit.
        public static let timedOut = Code(rawValue: "timed-out")
        /// The server does not serve any client at the moment.
        public static let unavailable = Code(rawValue: "unavailable")
        /// The server failed.
        public static let serverFailed = Code(rawValue: "server-failed")
        /// The client sends too many requests; see ``RequestError/retryAfter``.
        public static let rateLimited = Code(rawValue: "rate-limited")
        /// A conflicting request is in progress.
        public static let conflict = Code(rawValue: "conflict")
        /// The response was not valid.
        public static let invalidResponse = Code(rawValue: "invalid-response")
        /// The server that responded is not a card server.
        public static let notCardServer = Code(rawValue: "not-card-server")
        /// The server refused the request for another reason.
        public static let refused = Code(rawValue: "refused")

        // This machine.

        /// The disk is full.
        public static let diskFull = Code(rawValue: "disk-full")
        /// The store belongs to another user and has that user's unsent actions.
        public static let otherOwner = Code(rawValue: "other-owner")
        /// Another session or program has the store open.
        public static let inUse = Code(rawValue: "in-use")
        /// The store failed or cannot be used.
        public static let storage = Code(rawValue: "storage")
        /// A file cannot be read, or has changed.
        public static let unreadableFile = Code(rawValue: "unreadable-file")
        /// The stream belongs to another source.
        public static let streamTaken = Code(rawValue: "stream-taken")

        // The request ended without an effect.

        /// The task was cancelled. Requests of a session throw `CancellationError` instead.
        public static let cancelled = Code(rawValue: "cancelled")
        /// The session is closed.
        public static let sessionClosed = Code(rawValue: "session-closed")
        /// The session is being logged out.
        public static let loggingOut = Code(rawValue: "logging-out")
        /// The session was logged out before the request was done.
        public static let loggedOut = Code(rawValue: "logged-out")
        /// The action was withdrawn or undone.
        public static let withdrawn = Code(rawValue: "withdrawn")

        /// A logout has removed data that could not be sent; see ``RequestError/Cause/underlying``.
        public static let unsent = Code(rawValue: "unsent")
        /// Anything else.
        public static let other = Code(rawValue: "other")

        /// Whether the same request may succeed later without any change.
        var passes: Bool {
            switch self {
            case .unreachable, .hostNotFound, .timedOut, .unavailable, .serverFailed, .rateLimited, .conflict, .noToken,
                .notCardServer:
                true
            default: false
            }
        }
    }

    /// The cause as a code, for programs.
    public var code: Code {
        switch self {
        case .notLoggedIn: .notLoggedIn
        case .invalidArgument: .invalidArgument
        case .network(let cause), .data(let cause), .aborted(let cause): cause.code
        }
    }

    /// Whether the same call may succeed later without any change. False if the action is still in the outbox
    /// (``Cause/isPending``): the session will send it, and another call would create another action.
    public var isRetryable: Bool { code.passes && underlyingError?.isPending != true }

    /// How long to wait before a retry, if the server said so.
    public var retryAfter: Duration? { underlyingError?.retryAfter }
}

extension RequestError {
    /// The error to throw to the host: the error itself, or `CancellationError` if its task was cancelled and nothing
    /// was done.
    var orCancellation: any Error { code == .cancelled ? CancellationError() : self }

    /// The cause's reason alone, or the explanation.
    package var reason: String { underlyingError?.reason ?? explanation }

    /// Converts an error thrown by a request of a session, including `CancellationError`.
    package init(ofRequest error: any Error) {
        self =
            error as? RequestError
            ?? (error is CancellationError
                ? .aborted(Cause("cancelled", code: .cancelled)) : .data(Cause("\(error)")))
    }
}

extension SessionError {
    /// The cause as a code, for programs; see ``RequestError/Code``.
    public var code: RequestError.Code {
        switch self {
        case .inUse: .inUse
        case .newerDatabase, .unusable, .storage: .storage
        case .diskFull: .diskFull
        case .otherOwner: .otherOwner
        case .cardGone: .cardClosed
        case .streamTaken, .streamBusy: .streamTaken
        case .unsupported: .unsupported
        case .cancelled: .cancelled
        case .closed: .sessionClosed
        case .loggedOut: .loggedOut
        }
    }
}

extension SourceRefusal.Reason {
    /// The refusal as a code.
    var code: RequestError.Code {
        switch self {
        case .unauthorized: .unauthenticated
        case .forbidden: .forbidden
        case .unknownCard: .cardNotFound
        case .cardClosed: .cardClosed
        case .notFound: .notFound
        case .notOffered, .badAction, .keyReused, .invalid, .declined: .refused
        case .busy: .rateLimited
        case .conflict: .conflict
        case .unavailable, .noLiveFeed: .unavailable
        case .cursorExpired, .failed: .serverFailed
        }
    }
}
