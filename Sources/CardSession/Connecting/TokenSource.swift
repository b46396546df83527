internal import CardSources
package import FeedSync

public import protocol Foundation.LocalizedError

/// The source of a user's token. It is read again before the token expires and when the server refuses it.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum TokenSource: Sendable {
    /// A file readable only by its owner. It is read each time, so that it can be replaced.
    case file(path: String)
    /// A command line for `/bin/sh` that prints the token.
    case command(String)
    /// A token that never changes, and the name of its origin for messages.
    case value(String, name: String)
    /// A closure of the host. The text of a thrown error is shown to the user, with everything removed that looks like
    /// a token.
    case custom(@Sendable () async throws -> String)

    /// The name of the source for messages; never the token.
    public var name: String { provider.name }

    /// Reads the token once. Throws a ``TokenFailure``.
    public func read() async throws(TokenFailure) -> String {
        do {
            return try await provider.fetch()
        } catch {
            if case .noToken(let text) = error { throw TokenFailure(reason: text) }
            throw TokenFailure(reason: "\(error)")
        }
    }

    /// The provider of tokens for requests.
    package var provider: TokenProvider {
        switch self {
        case .file(let path): .file(path)
        case .command(let line): .command(line)
        case .value(let token, let name):
            TokenProvider(name: name) { () throws(SourceError) in
                guard !token.isEmpty else { throw .noToken("\(name) is empty") }
                return token
            }
        case .custom(let ask):
            TokenProvider(name: "the token provider") { () throws(SourceError) in
                do { return try await ask() } catch { throw .noToken("\(error)") }
            }
        }
    }
}

/// Why there is no token. The text names the source and never contains the token.
public struct TokenFailure: Error, Equatable, Sendable {
    /// A description for people; never contains the token.
    public var reason: String

    /// Creates a failure from its reason.
    package init(reason: String) { self.reason = reason }
}

extension TokenFailure: LocalizedError {
    /// The ``reason``, for `localizedDescription`.
    public var errorDescription: String? { reason }
}
