/// Writes JSON as UTF-8 bytes, piece by piece with raw parts spliced in, or a whole ``JSONValue`` at once.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.object { writer in
///     writer.member("id", "c1")
///     writer.key("card")
///     writer.raw(body)
/// }
/// socket.send(writer.bytes)
/// ```
///
/// The writer inserts commas. The caller is responsible for calling the methods for keys, values and ends in a valid
/// order.
package struct JSONWriter: Sendable {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []
    private let isPretty: Bool
    private var depth = 0
    /// Whether a value precedes this position in the same array or object.
    private var needsComma = false
    private var isAfterKey = false

    /// - Parameters:
    ///   - isPretty: Whether members are on indented lines, by two spaces; raw parts stay unchanged.
    ///   - capacity: The number of bytes to reserve; 0 by default.
    package init(isPretty: Bool = false, reservingCapacity capacity: Int = 0) {
        self.isPretty = isPretty
        if capacity > 0 { bytes.reserveCapacity(capacity) }
    }

    /// The output as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    // MARK: Structure

    /// Begins an object, which the caller has to end.
    package mutating func beginObject() { begin(.openBrace) }
    /// Closes the object.
    package mutating func endObject() { end(.closeBrace) }
    /// Begins an array, which the caller has to end.
    package mutating func beginArray() { begin(.openBracket) }
    /// Closes the array.
    package mutating func endArray() { end(.closeBracket) }

    /// Writes an object whose members the closure writes.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        beginObject()
        body(&self)
        endObject()
    }

    /// Writes an array whose elements the closure writes.
    package mutating func array(_ body: (inout JSONWriter) -> Void) {
        beginArray()
        body(&self)
        endArray()
    }

    /// Writes the name of a member, before its value.
    package mutating func key(_ key: String) {
        separate()
        append(key)
        bytes.append(.colon)
        if isPretty { bytes.append(0x20) }
        isAfterKey = true
    }

    // MARK: Values

    /// Writes a string, escaped.
    package mutating func string(_ value: String) { scalar { $0.append(value) } }
    /// Writes a whole number.
    package mutating func int(_ value: Int) { scalar { $0.bytes.append(contentsOf: String(value).utf8) } }
    /// Writes a number with its source text.
    package mutating func number(_ value: JSONNumber) { scalar { $0.bytes.append(contentsOf: value.literal.utf8) } }
    /// Writes `true` or `false`.
    package mutating func bool(_ value: Bool) {
        scalar { $0.bytes.append(contentsOf: (value ? "true" : "false").utf8) }
    }
    /// Writes `null`.
    package mutating func null() { scalar { $0.bytes.append(contentsOf: "null".utf8) } }

    /// Writes bytes that the caller guarantees to be one JSON value.
    package mutating func raw(_ value: some Collection<UInt8>) { scalar { $0.bytes.append(contentsOf: value) } }

    /// Writes any value.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let bool): self.bool(bool)
        case .number(let number): self.number(number)
        case .string(let string): self.string(string)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let object):
            beginObject()
            for (key, value) in object.members { member(key, value) }
            endObject()
        }
    }

    // MARK: Members

    /// Writes a member with a string.
    package mutating func member(_ key: String, _ value: String) {
        self.key(key)
        string(value)
    }

    /// Writes a member with a whole number.
    package mutating func member(_ key: String, _ value: Int) {
        self.key(key)
        int(value)
    }

    /// Writes a member with a boolean.
    package mutating func member(_ key: String, _ value: Bool) {
        self.key(key)
        bool(value)
    }

    /// Writes a member with any value.
    package mutating func member(_ key: String, _ value: JSONValue) {
        self.key(key)
        self.value(value)
    }

    // MARK: Parts

    private mutating func begin(_ byte: UInt8) {
        separate()
        bytes.append(byte)
        depth += 1
        needsComma = false
    }

    private mutating func end(_ byte: UInt8) {
        depth -= 1
        if isPretty, needsComma { breakLine() }
        bytes.append(byte)
        needsComma = true
    }

    private mutating func scalar(_ write: (inout JSONWriter) -> Void) {
        separate()
        write(&self)
        needsComma = true
    }

    /// Writes the separator between the previous value and the next.
    private mutating func separate() {
        if isAfterKey {
            isAfterKey = false
            return
        }
        if needsComma { bytes.append(.comma) }
        if isPretty, depth > 0 { breakLine() }
    }

    private mutating func breakLine() {
        bytes.append(.newline)
        bytes.append(contentsOf: repeatElement(0x20, count: depth * 2))
    }

    /// Writes a quoted string. Escapes only what JSON requires, so that text stays readable in its own script.
    private mutating func append(_ string: String) {
        bytes.append(.quote)
        var string = string
        string.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices {
                let byte = utf8[index]
                guard byte < 0x20 || byte == .quote || byte == .backslash else { continue }
                bytes.append(contentsOf: utf8[start..<index])
                start = index + 1
                bytes.append(.backslash)
                switch byte {
                case .quote, .backslash: bytes.append(byte)
                case 0x08: bytes.append(0x62)
                case 0x09: bytes.append(0x74)
                case 0x0A: bytes.append(0x6E)
                case 0x0C: bytes.append(0x66)
                case 0x0D: bytes.append(0x72)
                default:
                    let digits = Array("0123456789abcdef".utf8)
                    bytes.append(contentsOf: "u00".utf8)
                    bytes.append(digits[Int(byte >> 4)])
                    bytes.append(digits[Int(byte & 15)])
                }
            }
            bytes.append(contentsOf: utf8[start...])
        }
        bytes.append(.quote)
    }
}

extension JSONValue {
    /// Parses a whole document. Throws a ``JSONError`` with the position of the first error.
    public init(parsing bytes: [UInt8]) throws(JSONError) { self = try JSONParser.parse(bytes) }

    /// Encodes as UTF-8 JSON. Indented output has no newline at its end.
    public func encoded(isPretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(isPretty: isPretty)
        writer.value(self)
        return writer.bytes
    }

    /// Encodes as JSON text, as does printing the value. ASCII control characters are escaped, others are not: sanitise
    /// a card's text before showing it in a terminal.
    ///
    /// - Parameter isPretty: Whether members are on indented lines; there is no newline at the end. One line by
    ///   default.
    public func text(isPretty: Bool = false) -> String {
        String(decoding: encoded(isPretty: isPretty), as: UTF8.self)
    }
}
