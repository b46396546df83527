/// A lossless JSON value: objects keep the order of members, numbers their source text.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number with its source text.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Members in order.
    case object(JSONObject)
}

/// A JSON number as written, so that `0.10` and 20-digit integers survive a round trip.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
    /// The literal by the grammar of RFC 8259.
    public let literal: String

    /// The caller guarantees that `literal` is a JSON number.
    init(validLiteral literal: String) { self.literal = literal }
    /// A whole number.
    public init(_ value: Int) { literal = String(value) }
    /// Nil for infinities and NaN, which JSON cannot represent.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self.init(finite: value)
    }

    /// For literals in source code; values out of range become the greatest finite number.
    init(written value: Double) {
        let greatest = Double.greatestFiniteMagnitude
        self.init(finite: value.isNaN ? 0 : min(max(value, -greatest), greatest))
    }

    private init(finite value: Double) {
        literal = value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }

    /// The number if it is whole and in range; nil otherwise.
    public var int: Int? { Int(literal) ?? Int(exactly: double) }
    /// The nearest double.
    public var double: Double { Double(literal) ?? .nan }
    public var description: String { literal }
}

/// An ordered JSON object. Two objects are equal if they have the same members in any order.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The members, in the order of the document or of assignment.
    public private(set) var members: [(key: String, value: JSONValue)]

    /// An empty object.
    public init() { members = [] }
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        members = []
        for (key, value) in elements { self[key] = value }
    }
    /// The caller guarantees that keys are unique.
    init(uniqueMembers: [(key: String, value: JSONValue)]) { members = uniqueMembers }

    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }
    /// The number of members.
    public var count: Int { members.count }

    /// The member with this name; assigning nil removes it.
    public subscript(key: String) -> JSONValue? {
        get { members.first { $0.key == key }?.value }
        set {
            let index = members.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((key, value))
            case (nil, nil): break
            }
        }
    }

    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
    }

    public func hash(into hasher: inout Hasher) {
        // Combined without regard to order, consistently with ==.
        var combined = 0
        for (key, value) in members {
            var member = Hasher()
            member.combine(key)
            member.combine(value)
            combined ^= member.finalize()
        }
        hasher.combine(combined)
    }
}
