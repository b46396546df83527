/// The ask that a card belongs to: a server writes it into the cards of all users whom it asks the same question.
public struct CardAsk: Hashable, Sendable {
    /// The id of the ask.
    public var id: String
    /// Whether the asker wants answers that are signed with the user's own key. False by default.
    public var isSigned: Bool
    /// The digest of the card as it was decoded, which an answer to the card contains; nil for a card that was created
    /// in code.
    public var digest: CardDigest?
    /// Members that this version does not know; preserved when the card is written.
    public var unknown: JSONObject

    /// Creates an instance with these properties.
    public init(id: String, isSigned: Bool = false, digest: CardDigest? = nil, unknown: JSONObject = [:]) {
        self.id = id
        self.isSigned = isSigned
        self.digest = digest
        self.unknown = unknown
    }
}

extension CardAsk: JSONConvertible {
    /// - Throws: ``CardProblem`` if the value is not an object, or has no id.
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        self.init(id: try fields.requireString("id"), isSigned: fields.bool("signed") ?? false)
        unknown = fields.unknown
    }

    public var json: JSONValue {
        var object: JSONObject = ["id": .string(id)]
        object.set("signed", isSigned, unless: false)
        return object.including(unknown)
    }
}
