package import Cards
package import FeedAPI

/// The server's signature of a settled ask.
package enum AskSignature {
    /// The reason why a signature does not confirm an ask.
    package enum Refusal: Error, Hashable {
        /// The ask is still open.
        case open
        case missing
        /// The text is not a signature in this format.
        case malformed
        /// None of the given keys has made the signature.
        case unknownKey(id: String)
        case wrong
        /// The signature is for other content. The value lists the members that differ.
        case otherContent([String])
    }

    /// Verifies the signature of an ask, and that the signed content matches the ask.
    ///
    /// - Parameter printed: The ask as JSON, with every member that a program may read.
    /// - Returns: The signed content, an ``AskStatement``.
    /// - Throws: ``Refusal``.
    @discardableResult
    package static func check(
        _ ask: Ask, printed: JSONObject, keys: [PublicSigningKey]
    ) throws(Refusal) -> JSONObject {
        guard ask.settlement != nil else { throw .open }
        guard let text = ask.signature else { throw .missing }
        guard let token = CompactToken(Array(text.utf8)), token.header["alg"]?.string == "EdDSA",
            token.header["crit"] == nil
        else { throw .malformed }
        let id = token.header["kid"]?.string ?? ""
        guard let key = keys.first(where: { $0.id == id }) else { throw .unknownKey(id: id) }
        guard key.isValid(token.signature, of: token.signingInput) else { throw .wrong }
        let differences = AskStatement.differences(between: printed, and: token.payload)
        guard differences.isEmpty else { throw .otherContent(differences) }
        return token.payload
    }
}
