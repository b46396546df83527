import Basics
import Cards

import struct Foundation.Date

/// A JSON object with typed access to its members. Errors can be sent as responses: they name the field by a JSON
/// pointer, and say what was expected.
struct WireObject {
    private let members: JSONSlice.Members
    /// The pointer to the object in the document; empty for the document itself.
    private let pointer: String
    private var problem: ProblemType
    /// Whether this program stored the object, so that its identifiers were already validated.
    private let isStored: Bool

    init(
        _ slice: JSONSlice, pointer: String = "", problem: ProblemType = .malformedRequest, isStored: Bool = false
    ) throws(Problem) {
        self.pointer = pointer
        self.problem = problem
        self.isStored = isStored
        do {
            members = try slice.members()
        } catch {
            throw Self.problem(problem, error, pointer: pointer)
        }
    }

    /// Parses a whole document.
    init(
        document: [UInt8], problem: ProblemType = .malformedRequest, isStored: Bool = false
    ) throws(Problem) {
        try self.init(
            JSONSlice(document, depthLimit: FeedCoder.readingDepthLimit), problem: problem, isStored: isStored)
    }

    /// The same object, but its errors have another problem type.
    func throwing(_ type: ProblemType) -> WireObject {
        var object = self
        object.problem = type
        return object
    }

    static func problem(_ type: ProblemType, _ error: JSONError, pointer: String?) -> Problem {
        var expected: String?
        switch error.kind {
        case .wrongType(let text), .unexpectedEnd(let text), .unexpectedCharacter(let text): expected = text
        default: break
        }
        return Problem(
            type, detail: "The JSON is not valid at \(error.description).", pointer: pointer, expected: expected)
    }

    func pointer(_ key: String) -> String { pointer + "/" + key }

    func failure(_ key: String, expected: String) -> Problem {
        Problem(
            problem, detail: "The value at \(pointer(key)) must be \(expected).", pointer: pointer(key),
            expected: expected)
    }

    // MARK: Optional members: nil when absent or null

    func optional(_ key: String) -> JSONSlice? { members[key] }

    func optionalString(_ key: String) throws(Problem) -> String? {
        guard let slice = members[key] else { return nil }
        do { return try slice.string() } catch { throw failure(key, expected: "a string") }
    }

    func optionalInt(_ key: String) throws(Problem) -> Int? {
        guard let slice = members[key] else { return nil }
        do { return try slice.int() } catch { throw failure(key, expected: "a whole number") }
    }

    func optionalBool(_ key: String) throws(Problem) -> Bool? {
        guard let slice = members[key] else { return nil }
        do { return try slice.bool() } catch { throw failure(key, expected: "true or false") }
    }

    func optionalTime(_ key: String) throws(Problem) -> Date? {
        guard let slice = members[key] else { return nil }
        // A timestamp contains no escapes, so the bytes between the quotes are its text.
        let bytes = slice.bytesInPlace
        guard bytes.count > 2, bytes.first == UInt8(ascii: "\""),
            let date = FeedTime.parse(bytes.dropFirst().dropLast())
        else { throw failure(key, expected: "an RFC 3339 time such as 2026-11-21T09:30:00.000Z") }
        return date
    }

    func optionalElements(_ key: String) throws(Problem) -> [JSONSlice]? {
        guard let slice = members[key] else { return nil }
        do { return try slice.elements() } catch { throw failure(key, expected: "an array") }
    }

    func optionalObject(_ key: String) throws(Problem) -> JSONObject? {
        guard let slice = members[key] else { return nil }
        guard case .object(let object) = try? slice.value() else {
            // The parser's reason is not needed: the error names the field and says what was expected.
            throw failure(key, expected: "an object")
        }
        return object
    }

    /// A nested object.
    func optionalMember(_ key: String) throws(Problem) -> WireObject? {
        guard let slice = members[key] else { return nil }
        guard slice.bytesInPlace.first == UInt8(ascii: "{") else { throw failure(key, expected: "an object") }
        return try WireObject(slice, pointer: pointer(key), problem: problem)
    }

    /// A string that is the raw value of an enum.
    func optionalChoice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, _ type: Choice.Type = Choice.self
    ) throws(Problem) -> Choice? where Choice.RawValue == String {
        members[key] == nil ? nil : try choice(key)
    }

    /// An identifier. All conversions from JSON to identifiers use this method or ``optionalIDs(_:_:)``.
    func optionalID<ID: StoredIdentifier>(_ key: String, _ type: ID.Type = ID.self) throws(Problem) -> ID? {
        guard let text = try optionalString(key) else { return nil }
        if isStored { return ID(stored: text) }
        guard let identifier = ID(rawValue: text) else { throw failure(key, expected: ID.rule.expected) }
        return identifier
    }

    func optionalIDs<ID: StoredIdentifier>(_ key: String, _ type: ID.Type = ID.self) throws(Problem) -> [ID]? {
        guard let elements = try optionalElements(key) else { return nil }
        var identifiers: [ID] = []
        for (index, slice) in elements.enumerated() {
            // The parser's reason is not needed: the error says what was expected.
            guard let identifier = (try? slice.string()).flatMap({ ID(rawValue: $0) }) else {
                throw failure("\(key)/\(index)", expected: ID.rule.expected)
            }
            identifiers.append(identifier)
        }
        return identifiers
    }

    /// Throws if the object has members with other names. For requests in which ignoring a misspelled member would do
    /// harm.
    func allowOnly(_ names: [String]) throws(Problem) {
        guard let other = members.all.first(where: { !names.contains($0.key) })?.key else { return }
        let known = "one of \(names.joined(separator: ", "))"
        let guess = Spelling.nearest(to: other, among: names).map { "\"\($0)\"" }
        throw Problem(
            problem,
            detail: "There is no member \"\(other)\" here. " + (guess.map { "Did you mean \($0)?" } ?? "Use \(known)."),
            pointer: pointer(other), expected: guess ?? known)
    }

    /// All members that are not null, in order.
    var all: [(key: String, value: JSONSlice)] { members.all.filter { !$0.value.isNull } }

    // MARK: Required members

    private func required<Value>(_ value: Value?, _ key: String, _ expected: String) throws(Problem) -> Value {
        guard let value else { throw failure(key, expected: expected) }
        return value
    }

    func slice(_ key: String, expected: String) throws(Problem) -> JSONSlice {
        try required(members[key], key, expected)
    }
    /// A string that is validated as a field of a value. Throws the error type of such fields.
    func text(_ key: String) throws(InvalidField) -> String {
        guard let text = members[key].flatMap({ try? $0.string() }) else {
            throw InvalidField("/\(key)", expected: "a string")
        }
        return text
    }
    func id<ID: StoredIdentifier>(_ key: String, _ type: ID.Type = ID.self) throws(Problem) -> ID {
        try required(optionalID(key), key, ID.rule.expected)
    }
    func ids<ID: StoredIdentifier>(_ key: String, _ type: ID.Type = ID.self) throws(Problem) -> [ID] {
        try required(optionalIDs(key), key, "an array")
    }
    func string(_ key: String) throws(Problem) -> String { try required(optionalString(key), key, "a string") }
    func int(_ key: String) throws(Problem) -> Int { try required(optionalInt(key), key, "a whole number") }
    func time(_ key: String) throws(Problem) -> Date { try required(optionalTime(key), key, "an RFC 3339 time") }
    func elements(_ key: String) throws(Problem) -> [JSONSlice] {
        try required(optionalElements(key), key, "an array")
    }

    /// A string that is the raw value of an enum.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, _ type: Choice.Type = Choice.self
    ) throws(Problem) -> Choice where Choice.RawValue == String {
        guard let choice = Choice(rawValue: try string(key)) else {
            throw failure(key, expected: "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }
}

extension JSONWriter {
    mutating func member(_ key: String, _ date: Date) { member(key, FeedTime.text(date)) }

    /// Writes the member unless it is nil.
    mutating func member(_ key: String, ifPresent value: String?) {
        if let value { member(key, value) }
    }
}
