public import struct Foundation.Date

/// Another user's answer to the question of a card. A server asks several users the same question; once one of them has
/// answered, it writes this value into the cards of all of them.
public struct Answered: Hashable, Sendable {
    /// The display name of the user who answered. Untrusted; sanitise it before display.
    public var by: String
    /// When the user answered.
    public var at: Date
    /// The label of the pressed button; nil if the server does not report it. Untrusted; sanitise it before display.
    public var button: String?
    /// What the answer means; nil if the server does not report it.
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
