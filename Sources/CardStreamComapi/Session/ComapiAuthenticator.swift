/// Makes the tokens with which sessions start, usually by a request to the company's own server, which knows the
/// secret of the API space.
///
/// ```swift
/// struct CompanyLogin: ComapiAuthenticator {
///     func token(for challenge: AuthenticationChallenge) async throws -> String? {
///         try await CompanyServer.shared.chatToken(nonce: challenge.nonce)
///     }
/// }
/// ```
public protocol ComapiAuthenticator: Sendable {
    /// A JSON Web Token that contains the challenge's nonce as claim `nonce` and is signed as the API space demands.
    ///
    /// Called for each new session, never twice at the same time. It has five seconds.
    ///
    /// - Returns: Nil if the user is not logged in; the session then does not start.
    /// - Throws: Any error; the session then does not start. Its text is shown to people.
    func token(for challenge: AuthenticationChallenge) async throws -> String?
}
