import struct Foundation.Date

/// Reads known members of an object one by one; the rest is available as ``unknown``.
///
/// A member is consumed only if it could be read. A value from a later version (`"style": "outlined"`) therefore
/// results in the default for display and is still preserved in a round trip.
struct FieldReader {
    private let object: JSONObject
    private let pointer: String
    private var isTaken: [Bool]
    private var takenCount = 0
    /// The members left over in objects read by ``nested(_:_:)``.
    private var leftovers = JSONObject()

    init(_ object: JSONObject, pointer: String = "") {
        self.object = object
        self.pointer = pointer
        isTaken = [Bool](repeating: false, count: object.count)
    }

    /// - Throws: ``CardProblem`` unless the value is an object.
    init(_ json: JSONValue, pointer: String = "") throws(CardProblem) {
        guard case .object(let object) = json else {
            throw CardProblem(pointer: pointer, expected: "an object", found: json)
        }
        self.init(object, pointer: pointer)
    }

    /// All members that were not consumed, in order.
    var unknown: JSONObject {
        guard takenCount < object.count else { return leftovers }
        var members: [(key: String, value: JSONValue)] = []
        for (index, member) in object.members.enumerated() where !isTaken[index] { members.append(member) }
        var unknown = JSONObject(uniqueMembers: members)
        unknown.fill(from: leftovers)
        return unknown
    }

    /// Reads a member with `convert`. If the member is missing or `convert` returns nil, returns nil and does not
    /// consume it.
    mutating func take<Value>(_ key: String, _ convert: (JSONValue) -> Value?) -> Value? {
        guard let index = object.members.firstIndex(where: { $0.key == key }),
            let value = convert(object.members[index].value)
        else { return nil }
        if !isTaken[index] {
            isTaken[index] = true
            takenCount += 1
        }
        return value
    }

    mutating func string(_ key: String) -> String? { take(key) { $0.string } }
    mutating func int(_ key: String) -> Int? { take(key) { $0.int } }
    mutating func bool(_ key: String) -> Bool? { take(key) { $0.bool } }
    mutating func number(_ key: String) -> JSONNumber? { take(key) { $0.number } }
    mutating func object(_ key: String) -> JSONObject? { take(key) { $0.object } }
    mutating func date(_ key: String) -> Date? { take(key) { $0.string.flatMap { Date(rfc3339: $0) } } }
    mutating func duration(_ key: String) -> String? { take(key, CardDuration.text) }
    mutating func day(_ key: String) -> Date? { take(key) { $0.string.flatMap { Date(dayOrTimestamp: $0) } } }

    mutating func choice<Value: RawRepresentable<String>>(_ key: String, _ type: Value.Type = Value.self) -> Value? {
        take(key) { $0.string.flatMap(Value.init(rawValue:)) }
    }

    /// Reads all elements of an array, or returns nil if one of them cannot be read. Callers drop the element's error
    /// with `try?`: the member stays among the unknown ones, and `CardValidation` reports errors to the author.
    mutating func list<Value>(_ key: String, _ convert: (JSONValue) -> Value?) -> [Value]? {
        take(key) { json in
            guard case .array(let elements) = json else { return nil }
            var values: [Value] = []
            values.reserveCapacity(elements.count)
            for element in elements {
                guard let value = convert(element) else { return nil }
                values.append(value)
            }
            return values
        }
    }

    mutating func value<Value: JSONConvertible>(_ key: String, _ type: Value.Type = Value.self) -> Value? {
        // An unreadable value stays among the unknown members.
        take(key) { try? Value(json: $0) }
    }

    /// Reads a nested object that has no Swift type of its own. Its unknown members are preserved under the same key.
    mutating func nested<Value>(_ key: String, _ read: (inout FieldReader) -> Value?) -> Value? {
        var rest = JSONObject()
        let value = take(key) { json -> Value? in
            guard case .object(let object) = json else { return nil }
            var reader = FieldReader(object)
            let value = read(&reader)
            rest = reader.unknown
            return value
        }
        if value != nil, !rest.isEmpty { leftovers[key] = .object(rest) }
        return value
    }

    // MARK: Required members

    /// Reads a required member.
    /// - Throws: ``CardProblem`` with the pointer, what was expected and what was found.
    mutating func require<Value>(
        _ key: String, _ expected: String, _ convert: (JSONValue) -> Value?
    ) throws(CardProblem) -> Value {
        guard let value = take(key, convert) else { throw problem(key, expected) }
        return value
    }

    mutating func requireString(_ key: String) throws(CardProblem) -> String {
        try require(key, "a string") { $0.string }
    }

    mutating func requireID<ID: Identifier>(_ key: String, _ type: ID.Type = ID.self) throws(CardProblem) -> ID {
        try require(key, ID.rule.expected) { $0.string.flatMap { ID(rawValue: $0) } }
    }

    mutating func requireDate(_ key: String) throws(CardProblem) -> Date {
        try require(key, "a timestamp such as 2026-07-31T09:00:00Z") { $0.string.flatMap { Date(rfc3339: $0) } }
    }

    mutating func requireChoice<Value: RawRepresentable<String> & CaseIterable>(
        _ key: String, _ type: Value.Type = Value.self
    ) throws(CardProblem) -> Value {
        try require(key, "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))") {
            $0.string.flatMap(Value.init(rawValue:))
        }
    }

    /// Reads a member that may be absent or null but not of another type.
    mutating func optional<Value>(
        _ key: String, _ expected: String, _ convert: (JSONValue) -> Value?
    ) throws(CardProblem) -> Value? {
        guard let found = object[key], !found.isNull else { return nil }
        return try require(key, expected, convert)
    }

    func problem(_ key: String, _ expected: String) -> CardProblem {
        CardProblem(pointer: pointer + CardProblem.pointerPart(key), expected: expected, found: object[key])
    }
}

extension JSONObject {
    /// Adds members of `other` that are missing here, recursively for objects.
    mutating func fill(from other: JSONObject) {
        for (key, value) in other.members {
            switch (self[key], value) {
            case (nil, _): self[key] = value
            case (.object(var inner)?, .object(let rest)):
                inner.fill(from: rest)
                self[key] = .object(inner)
            default: break
            }
        }
    }

    /// Sets a member unless it is nil.
    mutating func set(_ key: String, _ value: String?) { if let value { self[key] = .string(value) } }
    mutating func set(_ key: String, _ value: JSONValue?) { if let value { self[key] = value } }

    /// Sets a member unless it has its default value.
    mutating func set<Value: RawRepresentable<String> & Equatable>(_ key: String, _ value: Value, unless usual: Value) {
        if value != usual { self[key] = .string(value.rawValue) }
    }
    mutating func set(_ key: String, _ value: Bool, unless usual: Bool) {
        if value != usual { self[key] = .bool(value) }
    }
    mutating func set(_ key: String, _ value: Int, unless usual: Int) {
        if value != usual { self[key] = .number(JSONNumber(value)) }
    }
    mutating func set(_ key: String, _ value: String, unless usual: String) {
        if value != usual { self[key] = .string(value) }
    }

    /// This object with the unknown members merged into it.
    func including(_ unknown: JSONObject) -> JSONValue {
        guard !unknown.isEmpty else { return .object(self) }
        var object = self
        object.fill(from: unknown)
        return .object(object)
    }
}
