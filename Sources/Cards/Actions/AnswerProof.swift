/// What an answer says about itself: to which content it was given, and by whose key.
public struct AnswerProof: Hashable, Sendable {
    /// The digest of the card as it was shown.
    public var digest: CardDigest
    /// The user's signature of the answer, an SSH signature in its armour; nil for none.
    public var signature: String?

    /// Creates an instance with these properties.
    public init(digest: CardDigest, signature: String? = nil) {
        self.digest = digest
        self.signature = signature
    }

    /// The longest signature, in bytes: more than any kind of key needs.
    public static let longestSignature = 16_384
}

extension Card {
    /// What an answer to the card says about it; nil for a card that belongs to no ask.
    public var proof: AnswerProof? { body.ask?.digest.map { AnswerProof(digest: $0) } }
}
