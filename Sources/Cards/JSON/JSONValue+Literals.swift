extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    public init(floatLiteral value: Double) { self = .number(JSONNumber(written: value)) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue {
    /// The text, or nil where it is none.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The truth value, or nil where it is none.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The number, or nil where it is none.
    public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }
    /// The number, where it is whole and fits.
    public var int: Int? { number?.int }
    /// The elements, or nil where it is no array.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    /// The members, or nil where it is no object.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
    /// Whether it is `null`.
    public var isNull: Bool { self == .null }

    /// A member of an object; nil for other values.
    public subscript(key: String) -> JSONValue? { object?[key] }
}
