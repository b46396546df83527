public import struct Foundation.Date

/// Who has answered a card that several users were asked with. A server writes it into the cards of the others, which then
/// have no inputs and no submit buttons.
///
/// JSON: `{"by","at","button"?,"outcome"?}`.
public struct Answered: Hashable, Sendable {
    /// The user who answered.
    public var by: String
    public var at: Date
    /// The label of the button; nil if it is not known.
    public var button: String?
    /// What the button means; nil if it is not known.
    public var outcome: ButtonAction.Outcome?

    /// Creates an instance with these properties.
    public init(by: String, at: Date, button: String? = nil, outcome: ButtonAction.Outcome? = nil) {
        self.by = by
        self.at = at
        self.button = button
        self.outcome = outcome
    }
}

extension Answered: JSONConvertible {
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        self.init(
            by: try fields.requireString("by"),
            at: try fields.require("at", "a timestamp") { $0.string.flatMap { Date(rfc3339: $0) } },
            button: fields.string("button"), outcome: fields.choice("outcome"))
    }

    public var json: JSONValue {
        var object: JSONObject = ["by": .string(by), "at": .string(at.rfc3339)]
        object.set("button", button)
        if let outcome { object["outcome"] = .string(outcome.rawValue) }
        return .object(object)
    }
}
