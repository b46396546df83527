internal import CardSources
internal import FeedSync

/// Where a user's token comes from. Asked again before the token expires, and when the server refuses it.
public enum TokenSource: Sendable {
    /// A file that only its owner can read. Read each time, so that it may be replaced.
    case file(path: String)
    /// A command line for `/bin/sh`, which prints the token.
    case command(String)
    /// A token that never changes, and what to call its origin in messages.
    case value(String, name: String)
    /// The host's own way. A thrown error's text is shown to the user, but for what looks like a token in it.
    case custom(@Sendable () async throws -> String)

    /// What to call the source in a message; never the token.
    public var name: String { provider.name }

    /// Asks once. Throws a ``TokenFailure``.
    public func read() async throws(TokenFailure) -> String {
        do {
            return try await provider.fetch()
        } catch {
            if case .noToken(let text) = error { throw TokenFailure(reason: text) }
            throw TokenFailure(reason: "\(error)")
        }
    }

    var provider: TokenProvider {
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

/// Why there is no token. The text names the source and never holds the token.
public struct TokenFailure: Error, Equatable, Sendable {
    /// For people; never the token itself.
    public var reason: String

    /// See the properties.
    package init(reason: String) { self.reason = reason }
}
