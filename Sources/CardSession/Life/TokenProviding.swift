internal import CardSources
internal import FeedSync

/// Provides the user's token, a JWT (Atomic SwiftUI SDK guide 25.4, "Authenticating requests using a JWT").
///
/// The settings are read once, at login. A closure is often sufficient: see
/// ``CardSession/login(environmentID:apiKey:baseURL:authorityFile:hostContext:token:)``.
public protocol TokenProviding: Sendable {
    /// Returns a valid token within 5 seconds. If it returns nil, throws or is too slow, there is no token and the
    /// connection waits for one. Thrown errors are reported as text, with anything that looks like a token removed.
    func token() async throws -> String?

    /// How long before its `exp` a token counts as expired. Not negative; 60 seconds by default.
    var expiryInterval: Duration { get }

    /// How long to wait after a failure before requesting a new token. Not negative; zero by default, 366 days at most.
    var retryInterval: Duration { get }

    /// The claim with the user's id; nil, the default, looks for `atomic_sub`, `atomic_id`, `sub` and `id`, in this
    /// order. If a token has no such claim, events name no user, and a warning is logged.
    var userIDAttribute: String? { get }
}

extension TokenProviding {
    /// 60 seconds.
    public var expiryInterval: Duration { .seconds(60) }
    /// No time at all.
    public var retryInterval: Duration { .zero }
    /// Nil: the usual claims.
    public var userIDAttribute: String? { nil }
}

extension TokenSource: TokenProviding {
    /// Requests a token. Throws a ``TokenFailure``.
    public func token() async throws -> String? { try await read() }
}

/// A closure as a token provider.
struct TokenClosure: TokenProviding {
    let give: @Sendable () async throws -> String?

    func token() async throws -> String? { try await give() }
}

extension TokenProviding {
    /// Checks that the intervals are not negative.
    ///
    /// - Throws: ``RequestError/invalidArgument(_:)`` for a negative interval.
    func checkIntervals() throws(RequestError) {
        guard expiryInterval >= .zero, retryInterval >= .zero else {
            throw .invalidArgument("the token provider's expiry and retry intervals must not be negative")
        }
    }

    /// The provider as a token source of a connection.
    var source: TokenSource {
        if let source = self as? TokenSource { return source }
        return .custom {
            guard let token = try await token() else { throw TokenFailure(reason: "there is no token") }
            return token
        }
    }
}

extension TokenFailure: CustomStringConvertible {
    public var description: String { reason }
}
