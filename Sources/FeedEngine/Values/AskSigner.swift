/// Signs the results of asks with the server's key.
package protocol AskSigner: Sendable {
    /// Signs a statement about an ask, see ``FeedAPI/AskStatement``.
    ///
    /// - Returns: A JSON Web Signature in compact serialization; nil if the key cannot be used. The signer reports the
    ///   error itself.
    func sign(_ payload: [UInt8]) -> String?
}
