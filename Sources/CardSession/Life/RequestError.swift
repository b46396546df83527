internal import CardSources
internal import CardStore
internal import Cards

public import protocol Foundation.LocalizedError

/// Why something that a host asked a session for was not done. One set for all of them: what a host can do about it is
/// the same (Atomic SwiftUI SDK guide 25.4, the "Error handling" sections).
public enum RequestError: Error, Hashable, Sendable {
    /// Before a login, or after a logout. The text names what is missing, as "the API key".
    case notLoggedIn(missing: String)
    /// The host asked for something that cannot be; the text says what was expected. Nothing was done.
    case invalidArgument(String)
    /// The server was not reached, or is not able to answer for now: try again later.
    case network(Cause)
    /// The server, or this machine, refused it for a reason that trying again does not change.
    case data(Cause)
    /// It was given up before it had an effect: cancelled or taken back, or the session was closed or was logging out.
    case aborted(Cause)

    /// What lies beneath.
    public struct Cause: Error, Hashable, Sendable {
        /// For people and logs. Holds neither tokens nor keys.
        public var reason: String
        /// The status of the server's answer, where there was one.
        public var httpStatus: Int?
        /// The server's name of the problem, as `card-closed`; nil where it was no answer of the server's.
        public var problem: String?
        /// What this follows from: of a logout one for each thing that was lost, and beneath it why. Empty where there is
        /// nothing more to tell.
        public var underlying: [Cause]
        /// Whether an action is still in the outbox and may be done later: the server has not answered, and is asked again with
        /// the same key. False by default: nothing is left to do.
        public var isPending: Bool

        /// See the properties.
        public init(
            _ reason: String, httpStatus: Int? = nil, problem: String? = nil, underlying: [Cause] = [],
            isPending: Bool = false
        ) {
            self.isPending = isPending
            self.reason = reason
            self.httpStatus = httpStatus
            self.problem = problem
            self.underlying = underlying
        }
    }

    /// What lies beneath; nil where the error says it all.
    public var underlyingError: Cause? {
        switch self {
        case .notLoggedIn, .invalidArgument: nil
        case .network(let cause), .data(let cause), .aborted(let cause): cause
        }
    }

    /// What happened, for people.
    public var explanation: String {
        switch self {
        case .notLoggedIn(let missing): "not logged in: \(missing) is missing; call login first"
        case .invalidArgument(let text): text
        case .network(let cause): "the server was not reached: \(cause.reason)"
        case .data(let cause), .aborted(let cause): cause.reason
        }
    }
}

extension RequestError: CustomStringConvertible, LocalizedError {
    public var description: String { explanation }
    /// The ``explanation``, for `localizedDescription`.
    public var errorDescription: String? { explanation }
}

extension RequestError.Cause {
    /// The name of the problem where a source has no such ability.
    static let unsupported = "unsupported"

    init(_ refusal: SourceRefusal) {
        self.init(refusal.explanation, httpStatus: refusal.status, problem: refusal.name)
    }

    /// Whether the source, or the server behind it, has nothing of the kind.
    var isAboutAbility: Bool { problem == Self.unsupported || problem == "not-found" }
}

extension SourceRefusal {
    /// Whether trying again later may help.
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
        var cause = Cause(error.explanation)
        switch error {
        case .unsupported:
            cause.problem = Cause.unsupported
            self = .data(cause)
        case .cancelled, .closed: self = .aborted(cause)
        case .loggedOut: self = .notLoggedIn(missing: "a login")
        case .inUse, .newerDatabase, .unusable, .diskFull, .otherOwner, .cardGone, .storage: self = .data(cause)
        }
    }

    init(_ error: StoreError) { self.init(SessionError(error)) }

    init(_ error: SourceError) {
        switch error {
        case .network(let text), .unreachable(let text): self = .network(Cause(text))
        case .noNetwork(let text): self = .network(Cause("no network: \(text)"))
        case .hostNotFound(let host): self = .network(Cause("there is no host \(host)"))
        case .tls(let text): self = .network(Cause(text))
        case .denied(let text): self = .data(Cause(text))
        case .notFeed(let text): self = .network(Cause(text))
        case .silent(let text), .restarting(let text): self = .network(Cause(text))
        case .malformed(let text): self = .data(Cause("the server's answer makes no sense: \(text)"))
        case .noToken(let text): self = .data(Cause("no token: \(text)"))
        case .file(let text): self = .data(Cause(text))
        case .local(.diskFull): self = .data(Cause("the disk is full"))
        case .local(.store(let text)), .local(.library(let text)): self = .data(Cause(text))
        case .cancelled: self = .aborted(Cause("cancelled"))
        case .unsupported(let what):
            self = .data(Cause("this source of cards has no \(what)", problem: Cause.unsupported))
        case .refused(let refusal):
            let cause = Cause(refusal)
            self = refusal.passes ? .network(cause) : .data(cause)
        }
    }

    /// For a stream whose cards were never here: why they do not come. Nil while they may.
    ///
    /// - Parameter refusal: The server's last refusal to log in: the status keeps its words only.
    init?(_ connection: SyncStatus.Connection, refusal: Cause?) {
        switch connection {
        case .connecting, .live, .polling: return nil
        case .offline(_, let failure), .stopped(let failure):
            var cause = Cause(Self.words(for: failure))
            if case .authentication = failure, let refusal {
                (cause.httpStatus, cause.problem) = (refusal.httpStatus, refusal.problem)
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
        case .unreachable(let server): "\(server ?? "the server") does not answer"
        case .hostNotFound(let host): "there is no host \(host)"
        case .notFeed(_, let text), .badAnswer(let text), .authentication(let text), .tls(let text), .denied(let text):
            text
        case .local(.diskFull): "the disk is full"
        case .local(.store(let text)), .local(.library(let text)): text
        }
    }
}
