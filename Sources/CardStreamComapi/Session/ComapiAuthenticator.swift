/// Makes the tokens that start sessions. Usually it requests them from the company's own server, which has the secret
/// of the API space.
///
/// ```swift
/// struct CompanyLogin: ComapiAuthenticator {
///     func token(for challenge: AuthenticationChallenge) async throws -> String? {
///         try await CompanyServer.shared.chatToken(nonce: challenge.nonce)
///     }
/// }
/// ```
public protocol ComapiAuthenticator: Sendable {
    /// Returns a JSON Web Token that contains the challenge's nonce as the claim `nonce` and is signed as the API space
    /// requires.
    ///
    /// Called for each new session, and never by two tasks at the same time. It must return within 5 seconds.
    ///
    /// - Returns: The token; nil if the user is not logged in. The session then does not start.
    /// - Throws: Any error. The session then does not start. The error's description is shown to people.
    func token(for challenge: AuthenticationChallenge) async throws -> String?
}
