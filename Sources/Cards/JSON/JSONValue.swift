/// A JSON value that loses nothing: objects keep their order, numbers the text they were written with.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as it was written.
    case number(JSONNumber)
    /// A text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Members in order.
    case object(JSONObject)
}

/// A JSON number as written, so that `0.10` and 20-digit integers survive a round trip.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
    /// The literal, by RFC 8259's grammar.
    public let literal: String

    /// The caller vouches that `literal` is a JSON number; the parser and the initialisers below do.
    init(validLiteral literal: String) { self.literal = literal }
    /// A whole number.
    public init(_ value: Int) { literal = String(value) }
    /// Nil for infinities and not-a-number, which JSON cannot hold.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self.init(finite: value)
    }

    /// For numbers in the source text, of which too large a one stands for the greatest there is.
    init(written value: Double) {
        let greatest = Double.greatestFiniteMagnitude
        self.init(finite: value.isNaN ? 0 : min(max(value, -greatest), greatest))
    }

    private init(finite value: Double) {
        literal = value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }

    /// The number, where it is whole and fits.
    public var int: Int? { Int(literal) ?? Int(exactly: double) }
    /// The nearest number of 64 bits.
    public var double: Double { Double(literal) ?? .nan }
    public var description: String { literal }
}

/// An ordered JSON object. Two objects are equal when they hold the same members in any order.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// In the order they were written or set.
    public private(set) var members: [(key: String, value: JSONValue)]

    /// Without members.
    public init() { members = [] }
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        members = []
        for (key, value) in elements { self[key] = value }
    }
    /// The caller vouches that no key repeats; the parser does.
    init(uniqueMembers: [(key: String, value: JSONValue)]) { members = uniqueMembers }

    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }
    /// How many members there are.
    public var count: Int { members.count }

    /// The member of this name; nil removes it.
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
        // Order must not count, as in ==.
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
