/// The evidence that ties an answer to a card: the digest of the card as it was shown, and the user's signature.
public struct AnswerProof: Hashable, Sendable {
    /// The digest of the card as it was shown.
    public var digest: CardDigest
    /// The user's signature of the answer: an SSH signature in ASCII armor; nil for an unsigned answer.
    public var signature: String?

    /// Creates an instance with these properties.
    public init(digest: CardDigest, signature: String? = nil) {
        self.digest = digest
        self.signature = signature
    }

    /// The maximum length of a signature, in bytes. No type of key needs as much.
    public static let longestSignature = 16_384
}

extension Card {
    /// The proof for an answer to the card: the card's digest, without a signature. Nil for a card that does not belong
    /// to a question.
    public var proof: AnswerProof? { body.ask?.digest.map { AnswerProof(digest: $0) } }
}
