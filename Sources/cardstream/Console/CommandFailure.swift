internal import AppCore
internal import AppRuntime
internal import CardSession
internal import CardStreamComapi
internal import CardStreamCordial
internal import Cards
internal import FeedAPI
internal import FeedServer
internal import FeedStorage
internal import Theming

/// A failed command: a message and an exit code.
struct CommandFailure: Error, Equatable {
    var status: ExitStatus
    var message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    /// Converts an error into a message and an exit code.
    init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as ConfigError: self.init(.usage, error.description)
        case let error as ScriptError: self.init(.failure, error.description)
        case let error as FileProblem: self.init(.failure, error.description)
        case let error as FeedError: self.init(Self.status(of: error), Self.message(for: error))
        case let error as SourceError: self.init(Self.status(of: error), Self.message(for: error))
        case let error as ComapiError: self.init(Self.status(of: error), Self.message(for: error))
        case let error as CordialError: self.init(Self.status(of: error), error.description.escapingControls)
        case let problem as SourceProblem: self.init(.failure, problem.text)
        case let error as FeedServerError: self.init(.failure, error.description)
        case let error as StorageError: self.init(.failure, error.description)
        case let error as ArchiveError: self.init(.failure, error.description.escapingControls)
        case let failure as TokenFailure: self.init(.authentication, failure.reason)
        case let error as SessionError: self.init(.failure, error.explanation)
        case let error as RequestError: self.init(Self.status(of: error), error.explanation.escapingControls)
        case is CancellationError: self.init(.interrupted, "cancelled")
        case let problem as Problem: self.init(.server(problem, retryAfter: nil))
        case let error as ThemeError: self.init(.failure, error.description.escapingControls)
        default: self.init(.failure, "\(error)")
        }
    }

    private init(_ error: FeedError) { self.init(Self.status(of: error), Self.message(for: error)) }

    static func status(of error: FeedError) -> ExitStatus {
        switch error {
        case .network, .unreachable, .noNetwork, .hostNotFound, .tls, .malformed, .notFeed, .socketRefused, .closed:
            .network
        case .local, .denied: .failure
        case .noToken: .authentication
        case .file: .failure
        case .cancelled: .interrupted
        case .server(let problem, _):
            switch problem.type {
            case .unauthenticated, .tokenExpired, .forbidden, .unknownInvitation, .invitationEnded: .authentication
            case .unknownCard, .unknownStream, .unknownGroup, .notFound: .nothingMatched
            case .malformedRequest, .badCard, .badAction, .tooLarge: .failure
            default: problem.status >= 500 || [408, 429].contains(problem.status) ? .network : .failure
            }
        }
    }

    static func status(of error: RequestError) -> ExitStatus {
        switch error {
        case .notLoggedIn: .authentication
        case .invalidArgument: .usage
        case .network: .network
        case .aborted: .interrupted
        case .data(let cause):
            switch cause.problem.flatMap(ProblemType.init) {
            case .unauthenticated, .tokenExpired, .forbidden: .authentication
            // The card was closed in the meantime. The exit code is the same as if it had been closed before.
            case .cardClosed, .unknownCard: .nothingMatched
            default: [401, 403].contains(cause.httpStatus) ? .authentication : .failure
            }
        }
    }

    static func message(for error: FeedError) -> String {
        switch error {
        case .network(let text), .unreachable(let text), .noNetwork(let text): "the server cannot be reached: \(text)"
        case .hostNotFound(let host):
            "the host \(host) cannot be found; check the address: --server, or server in the configuration"
        case .notFeed(let text): text.continued("check the address: --server, or server in the configuration")
        case .local(let problem): Strings.Local.detail(problem)
        case .tls(let text):
            text.continued("to trust a private certificate, use --ca-file, or ca_file in the configuration")
        case .denied(let text): text.continued("see network.policy in the configuration")
        case .malformed(let text): "the server's response is invalid; is this a cardstream server? \(text)"
        case .socketRefused(let status): "the server refused the push connection (status \(status))"
        case .closed(let code, let reason): "the server closed the connection (\(code)) \(reason)"
        case .noToken(let text):
            "no token: \(text); `cardstream login` gets a new token, and `cardstream doctor` checks the settings"
        case .file(let text): "the file cannot be read: \(text)"
        case .cancelled: "cancelled"
        case .server(let problem, let retryAfter):
            retryAfter.map { message(for: problem).continued(retryWords(Int($0))) } ?? message(for: problem)
        }
    }

    /// The end of a message, which says when to try again.
    static func retryWords(_ seconds: Int) -> String {
        "try again in \(seconds) \(seconds == 1 ? "second" : "seconds")"
    }

    static func message(for problem: Problem) -> String { "the server says: \(explanation(of: problem))" }

    /// The message of a problem, without the prefix that names the server.
    static func explanation(of problem: Problem) -> String {
        var text = problem.title
        if let line = problem.line { text += ", line \(line)" }
        // Some details already contain both.
        let detail = problem.detail ?? ""
        if let pointer = problem.pointer, pointer.isEmpty || !detail.contains(pointer) {
            text += ", at \(pointer.isEmpty ? "the top level of the JSON" : pointer)"
        }
        if !detail.isEmpty { text += ". \(detail)" }
        if let expected = problem.expected, !detail.contains(expected) { text += " Expected: \(expected)." }
        return text
    }
}
