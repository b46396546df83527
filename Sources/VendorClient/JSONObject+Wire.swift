package import Cards

package import struct Foundation.Date

/// Lenient reading: a missing member, null and a member of another type all count as missing, because the service's own
/// clients accept all three.
extension JSONObject {
    package func text(_ key: String) -> String? { self[key]?.string }

    /// The value of the first of several names that the service uses for the same member.
    package func text(anyOf keys: String...) -> String? {
        for key in keys {
            if let text = text(key) { return text }
        }
        return nil
    }

    package func int(_ key: String) -> Int? { self[key]?.int }
    package func bool(_ key: String) -> Bool? { self[key]?.bool }
    package func object(_ key: String) -> JSONObject? { self[key]?.object }
    package func objects(_ key: String) -> [JSONObject] { (self[key]?.array ?? []).compactMap(\.object) }

    /// A timestamp; nil if it cannot be read.
    package func date(_ key: String) -> Date? { text(key).flatMap { Date(rfc3339: $0) } }

    /// Sets a member unless the value is nil.
    package mutating func set(_ key: String, _ value: String?) { if let value { self[key] = .string(value) } }
    package mutating func set(_ key: String, _ value: Bool?) { if let value { self[key] = .bool(value) } }
    package mutating func set(_ key: String, _ value: Int?) { if let value { self[key] = .number(JSONNumber(value)) } }
    package mutating func set(_ key: String, _ value: JSONObject?) { if let value { self[key] = .object(value) } }

    /// The members whose value is not null.
    package var withoutNulls: JSONObject {
        var result = JSONObject()
        for (key, value) in members where !value.isNull { result[key] = value }
        return result
    }
}
