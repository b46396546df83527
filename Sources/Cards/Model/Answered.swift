public import struct Foundation.Date

/// Who answered a card in the user's place: a server writes it into the cards of all users whom it asked the same
/// question, once one of them has answered.
public struct Answered: Hashable, Sendable {
    /// Who answered, as people know them. Untrusted; sanitise it before display.
    public var by: String
    /// When.
    public var at: Date
    /// What the pressed button said; nil if the server does not tell. Untrusted; sanitise it before display.
    public var button: String?
    /// What the answer means; nil if the server does not tell.
    public var outcome: Outcome?
    /// Members that this version does not know; preserved when the card is written.
    public var unknown: JSONObject

    /// Creates an instance with these properties.
    public init(by: String, at: Date, button: String? = nil, outcome: Outcome? = nil, unknown: JSONObject = [:]) {
        self.by = by
        self.at = at
        self.button = button
        self.outcome = outcome
        self.unknown = unknown
    }
}
