internal import CardSources
internal import FeedSync

/// The host's way to the user's token, a JWT (Atomic SwiftUI SDK guide 25.4, "Authenticating requests using a JWT").
///
/// The settings are read once, at the login. A closure will often do: see
/// ``CardSession/login(environmentID:apiKey:baseURL:authorityFile:hostContext:token:)``.
public protocol TokenProviding: Sendable {
    /// Gives a valid token within 5 seconds. Nil, an error or no answer in time: there is none, and the connection waits
    /// for one. Whatever it throws is told in words, but for what
    /// looks like a token in them.
    func token() async throws -> String?

    /// Seconds before a token's `exp` from which it counts as expired. Not negative; 60 by default.
    var expiryInterval: Double { get }

    /// Seconds after a failure in which no new token is asked for. Not negative; 0 by default, 366 days at most.
    var retryInterval: Double { get }

    /// The claim that names the user; nil, the default, looks for `atomic_sub`, `atomic_id`, `sub` and `id`, in this
    /// order. Where a token has no such claim, events name no user, and the session's log is told.
    var userIDAttribute: String? { get }
}

extension TokenProviding {
    /// 60 seconds.
    public var expiryInterval: Double { 60 }
    /// 0 seconds: at once.
    public var retryInterval: Double { 0 }
    /// Nil: the usual claims.
    public var userIDAttribute: String? { nil }
}

extension TokenSource: TokenProviding {
    /// Asks the source. Throws a ``TokenFailure``.
    public func token() async throws -> String? { try await read() }
}

/// A closure as a provider.
struct TokenClosure: TokenProviding {
    let give: @Sendable () async throws -> String?

    func token() async throws -> String? { try await give() }
}

extension TokenProviding {
    /// - Throws: ``RequestError/invalidArgument(_:)`` for a negative interval.
    func checkIntervals() throws(RequestError) {
        guard expiryInterval >= 0, retryInterval >= 0 else {
            throw .invalidArgument("the token provider's expiry and retry intervals must not be negative")
        }
    }

    /// As a connection takes it.
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
