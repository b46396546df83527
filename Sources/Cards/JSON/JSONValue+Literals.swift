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
    /// The string; nil for other types.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The boolean; nil for other types.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The number; nil for other types.
    public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }
    /// The number if it is whole and in range; nil otherwise.
    public var int: Int? { number?.int }
    /// The elements; nil for other types.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    /// The members; nil for other types.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
    /// Whether the value is `null`.
    public var isNull: Bool { self == .null }

    /// A member of an object; nil for other values.
    public subscript(key: String) -> JSONValue? { object?[key] }
}
