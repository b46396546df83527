import Cards

/// Reads the members of a body and collects all validation failures, so that one response lists them all. `null` counts
/// as absent.
struct FieldChecks {
    private(set) var failures: [ValidationFailure] = []
    private let object: JSONObject
    /// The name of the object in failures, with a trailing dot; empty for the body itself.
    private let prefix: String

    init(_ object: JSONObject, prefix: String = "") {
        self.object = object
        self.prefix = prefix
    }

    /// Returns the object in a body.
    /// - Throws: 400 if the body is not an object.
    static func object(_ body: [UInt8]) throws(EmulatorRefusal) -> JSONObject {
        guard let object = try value(body).object else { throw .invalid("body", "must be an object") }
        return object
    }

    /// Returns the array in a body.
    /// - Throws: 400 if the body is not an array.
    static func array(_ body: [UInt8]) throws(EmulatorRefusal) -> [JSONValue] {
        guard let array = try value(body).array else { throw .invalid("body", "must be an array") }
        return array
    }

    private static func value(_ body: [UInt8]) throws(EmulatorRefusal) -> JSONValue {
        do { return try JSONParser.parse(body) } catch { throw .invalid("body", "is not JSON: \(error)") }
    }

    mutating func string(_ key: String, isRequired: Bool = true) -> String? {
        member(key, isRequired: isRequired, expected: "a string") { $0.string }
    }

    /// Reads a required string that is not empty.
    mutating func identifier(_ key: String) -> String? {
        member(key, isRequired: true, expected: "a string that is not empty") { value in
            value.string.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    mutating func bool(_ key: String, isRequired: Bool = true) -> Bool? {
        member(key, isRequired: isRequired, expected: "true or false") { $0.bool }
    }

    mutating func object(_ key: String, isRequired: Bool = true) -> JSONObject? {
        member(key, isRequired: isRequired, expected: "an object") { $0.object }
    }

    mutating func array(_ key: String, isRequired: Bool = true) -> [JSONValue]? {
        member(key, isRequired: isRequired, expected: "an array") { $0.array }
    }

    /// Reads a string that must be one of several choices.
    mutating func choice(_ key: String, of choices: [String], isRequired: Bool = true) -> String? {
        let expected = "one of " + choices.joined(separator: ", ")
        return member(key, isRequired: isRequired, expected: expected) { value in
            value.string.flatMap { choices.contains($0) ? $0 : nil }
        }
    }

    /// Records a failure of a rule that the caller checks.
    mutating func fail(_ key: String, _ message: String) {
        failures.append(ValidationFailure(parameter: prefix + key, message: message))
    }

    /// Adds the failures of a nested object.
    mutating func include(_ other: FieldChecks) { failures += other.failures }

    /// - Throws: 400 with all failures, if there are any.
    func finish() throws(EmulatorRefusal) {
        if !failures.isEmpty { throw .invalid(failures) }
    }

    private mutating func member<Value>(
        _ key: String, isRequired: Bool, expected: String, read: (JSONValue) -> Value?
    ) -> Value? {
        guard let value = object[key], !value.isNull else {
            if isRequired { fail(key, "is required") }
            return nil
        }
        guard let result = read(value) else {
            fail(key, "must be \(expected)")
            return nil
        }
        return result
    }
}
