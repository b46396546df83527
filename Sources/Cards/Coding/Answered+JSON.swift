extension Answered: JSONConvertible {
    /// - Throws: ``CardProblem`` if the value is not an object, or if `by` or `at` is missing or invalid.
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        self.init(
            by: try fields.requireString("by"), at: try fields.requireDate("at"), button: fields.string("button"),
            outcome: fields.choice("outcome"))
        unknown = fields.unknown
    }

    public var json: JSONValue {
        var object: JSONObject = ["by": .string(by), "at": .string(at.rfc3339)]
        object.set("button", button)
        object.set("outcome", outcome?.rawValue)
        return object.including(unknown)
    }
}
