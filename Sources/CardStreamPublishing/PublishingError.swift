public import FeedAPI

public import protocol Foundation.LocalizedError

/// Why a request of a ``CardPublisher`` failed.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum PublishingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There was no response, after retries for a minute. It is unknown whether the request arrived; repeating it with
    /// the same key is safe. The text is for a log.
    case network(String)
    /// The server refused the request.
    case refused(Problem)
    /// The request was not sent: the address is wrong, the certificate is not trusted, or the server that responds is
    /// not a card server. Waiting does not help. The text is for a log.
    case unusable(String)
    /// The task was cancelled. Requests throw `CancellationError` instead.
    case cancelled

    public var description: String {
        switch self {
        case .network(let reason): "the request failed: \(reason)"
        case .refused(let problem): [problem.title, problem.detail].compactMap(\.self).joined(separator: ". ")
        case .unusable(let reason): reason
        case .cancelled: "cancelled"
        }
    }

    /// Whether the same call may succeed later without any change. Repeat it with the same key.
    public var isRetryable: Bool {
        switch self {
        case .network: true
        case .refused(let problem): problem.status >= 500 || [408, 425, 429].contains(problem.status)
        case .unusable, .cancelled: false
        }
    }

    /// How long the server asks to wait before a retry; nil if it does not say.
    public var retryAfter: Duration? {
        guard case .refused(let problem) = self else { return nil }
        return problem.retryAfter.map { .seconds($0) }
    }

    /// The error that a request throws.
    static func orCancellation(_ error: FeedError) -> any Error {
        let error = PublishingError(error)
        return error == .cancelled ? CancellationError() : error
    }

    init(_ error: FeedError) {
        switch error {
        case .network(let text), .unreachable(let text), .noNetwork(let text), .malformed(let text):
            self = .network(text)
        case .closed(let code, let reason): self = .network("the connection was closed (\(code)) \(reason)")
        case .socketRefused(let status): self = .network("status \(status)")
        case .server(var problem, let retryAfter):
            problem.retryAfter = problem.retryAfter ?? retryAfter.map { Int($0.rounded(.up)) }
            self = .refused(problem)
        case .hostNotFound(let host): self = .unusable("the host \(host) cannot be found")
        case .tls(let text), .denied(let text), .notFeed(let text), .noToken(let text), .file(let text):
            self = .unusable(text)
        case .local(let problem): self = .unusable("\(problem)")
        case .cancelled: self = .cancelled
        }
    }
}

extension PublishingError: LocalizedError {
    /// The ``description``, for `localizedDescription`.
    public var errorDescription: String? { description }
}
