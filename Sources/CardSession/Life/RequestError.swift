internal import Basics
internal import CardSources
internal import CardStore
internal import Cards

public import protocol Foundation.LocalizedError

/// Why a request of the host failed. One type for all requests, because the host can react in the same ways (Atomic
/// SwiftUI SDK guide 25.4, the "Error handling" sections). <doc:Errors> shows how.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum RequestError: Error, Hashable, Sendable {
    /// There is no login. The text names what is missing, for example "the API key".
    case notLoggedIn(missing: String)
    /// An argument is invalid; the text says what was expected. Nothing was done.
    case invalidArgument(String)
    /// The server could not be reached or cannot answer for now; a later retry may succeed.
    case network(Cause)
    /// The server or this machine refused the request for a permanent reason.
    case data(Cause)
    /// The request ended without an effect: it was withdrawn, or the session was closed or logging out. A cancelled
    /// task gets `CancellationError` instead of this error.
    case aborted(Cause)

    /// The cause of an error.
    public struct Cause: Error, Hashable, Sendable {
        /// A description for people and logs. Contains neither tokens nor keys.
        public var reason: String
        /// The cause as a code, for programs; ``RequestError/Code/other`` by default.
        public var code: Code
        /// The HTTP status of the server's answer, if there was one.
        public var httpStatus: Int?
        /// The server's name for the problem, for example `card-closed`; nil if it did not respond.
        public var problem: String?
        /// How long the server asks to wait before a retry; nil if it does not say.
        public var retryAfter: Duration?
        /// The underlying causes: after a logout, one for each kind of data that was lost. Empty if there are none.
        public var underlying: [Cause]
        /// Whether an action is still in the outbox and may be performed later: the server has not responded, and the
        /// session will send the action again with the same key. False by default.
        public var isPending: Bool

        /// Creates a cause from its properties.
        public init(
            _ reason: String, code: Code = .other, httpStatus: Int? = nil, problem: String? = nil,
            retryAfter: Duration? = nil, underlying: [Cause] = [], isPending: Bool = false
        ) {
            self.isPending = isPending
            self.reason = reason
            self.code = code
            self.retryAfter = retryAfter
            self.httpStatus = httpStatus
            self.problem = problem
            self.underlying = underlying
        }
    }

    /// The cause; nil if the error has none.
    public var underlyingError: Cause? {
        switch self {
        case .notLoggedIn, .invalidArgument: nil
        case .network(let cause), .data(let cause), .aborted(let cause): cause
        }
    }

    /// A description for people.
    public var explanation: String {
        switch self {
        case .notLoggedIn(let missing): "not logged in: \(missing) is missing; call login first"
        case .invalidArgument(let text): text
        case .network(let cause): "the request failed: \(cause.reason)"
        case .data(let cause), .aborted(let cause): cause.reason
        }
    }
}

extension RequestError: CustomStringConvertible, LocalizedError {
    public var description: String { explanation }
    /// The ``explanation``, for `localizedDescription`.
    public var errorDescription: String? { explanation }
}

extension RequestError.Cause: CustomStringConvertible, LocalizedError {
    /// The ``reason``.
    public var description: String { reason }
    /// The ``reason``, for `localizedDescription`.
    public var errorDescription: String? { reason }
}

extension RequestError.Cause {
    /// The ``problem`` if a source lacks an ability.
    static let unsupported = "unsupported"

    /// The time limit was reached before there was a response.
    static let noResponse = RequestError.Cause("no response in time", code: .timedOut)
    static let noConnection = RequestError.Cause("there is no connection", code: .unreachable)

    init(_ refusal: SourceRefusal) {
        self.init(
            refusal.explanation, code: refusal.reason.code, httpStatus: refusal.status, problem: refusal.name,
            retryAfter: refusal.retryAfter)
    }

    /// Whether the source, or the server behind it, does not support the request.
    var isAboutAbility: Bool { problem == Self.unsupported || problem == "not-found" }
}

extension SourceRefusal {
    /// Whether a later retry may succeed.
    fileprivate var passes: Bool {
        if let status { return status >= 500 || [408, 429].contains(status) || reason == .noLiveFeed }
        return switch reason {
        case .busy, .conflict, .unavailable, .failed, .noLiveFeed: true
        default: false
        }
    }
}

extension RequestError {
    init(_ error: SessionError) {
        var cause = Cause(error.explanation, code: error.code)
        switch error {
        case .unsupported:
            cause.problem = Cause.unsupported
            self = .data(cause)
        case .cancelled, .closed: self = .aborted(cause)
        case .loggedOut: self = .notLoggedIn(missing: "a login")
        case .inUse, .newerDatabase, .unusable, .diskFull, .otherOwner, .cardGone, .streamTaken, .streamBusy, .storage:
            self = .data(cause)
        }
    }

    init(_ error: StoreError) { self.init(SessionError(error)) }

    init(_ error: SourceError) {
        switch error {
        case .network(let text), .unreachable(let text), .silent(let text):
            self = .network(Cause(text, code: .unreachable))
        case .noNetwork(let text): self = .network(Cause("no network: \(text)", code: .unreachable))
        case .hostNotFound(let host): self = .network(Cause("the host \(host) cannot be found", code: .hostNotFound))
        case .tls(let text): self = .network(Cause(text, code: .certificateRefused))
        case .denied(let text): self = .data(Cause(text, code: .policyDenied))
        case .notFeed(let text): self = .network(Cause(text, code: .notCardServer))
        case .restarting(let text): self = .network(Cause(text, code: .unavailable))
        case .malformed(let text):
            self = .data(Cause("the server's response is invalid: \(text)", code: .invalidResponse))
        case .noToken(let text): self = .data(Cause("no token: \(text)", code: .noToken))
        case .file(let text): self = .data(Cause(text, code: .unreadableFile))
        case .local(let problem): self = .data(Cause(problem.words, code: problem.code))
        case .cancelled: self = .aborted(Cause("cancelled", code: .cancelled))
        case .unsupported(let what):
            self = .data(
                Cause(
                    "this source of cards does not support \(what)", code: .unsupported, problem: Cause.unsupported))
        case .refused(let refusal):
            let cause = Cause(refusal)
            self = refusal.passes ? .network(cause) : .data(cause)
        }
    }

    /// The error that prevents the cards of a stream from being loaded for the first time. Nil while they may still
    /// arrive.
    ///
    /// - Parameter refusal: The server's last refusal of the login. The status contains only its text.
    init?(_ connection: SyncStatus.Connection, refusal: Cause?) {
        switch connection {
        case .connecting, .live, .polling: return nil
        case .offline(_, let failure), .stopped(let failure):
            var cause = Cause(Self.words(for: failure), code: Self.code(of: failure))
            if case .authentication = failure, let refusal {
                (cause.httpStatus, cause.problem) = (refusal.httpStatus, refusal.problem)
                cause.code = refusal.code
            }
            switch failure {
            case .authentication, .badAnswer, .denied, .local: self = .data(cause)
            case .noConnection, .unreachable, .hostNotFound, .notFeed, .tls: self = .network(cause)
            }
        }
    }

    private static func words(for failure: SyncStatus.Failure) -> String {
        switch failure {
        case .noConnection: "no internet connection"
        case .unreachable(let server): "\(server ?? "the server") does not respond"
        case .hostNotFound(let host): "the host \(host) cannot be found"
        case .notFeed(_, let text), .badAnswer(let text), .authentication(let text), .tls(let text), .denied(let text):
            text
        case .local(let problem): problem.words
        }
    }

    private static func code(of failure: SyncStatus.Failure) -> Code {
        switch failure {
        case .noConnection, .unreachable: .unreachable
        case .hostNotFound: .hostNotFound
        case .notFeed: .notCardServer
        case .badAnswer: .invalidResponse
        case .authentication: .unauthenticated
        case .tls: .certificateRefused
        case .denied: .policyDenied
        case .local(let problem): problem.code
        }
    }
}

extension SyncStatus.LocalProblem {
    fileprivate var words: String {
        switch self {
        case .diskFull: "the disk is full"
        case .store(let text), .library(let text), .feed(let text): text
        }
    }

    fileprivate var code: RequestError.Code {
        switch self {
        case .diskFull: .diskFull
        case .store: .storage
        case .library, .feed: .other
        }
    }
}
