/// Signs how asks were settled, with the server's key.
package protocol AskSigner: Sendable {
    /// Signs a statement about an ask, see ``FeedAPI/AskStatement``.
    ///
    /// - Returns: A JSON Web Signature in compact serialization; nil if the key cannot be used, which the signer reports.
    func sign(_ payload: [UInt8]) -> String?
}
