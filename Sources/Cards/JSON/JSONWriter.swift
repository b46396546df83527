/// Writes JSON to UTF-8 bytes, piece by piece and with raw parts spliced in, or a whole ``JSONValue`` at once.
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
/// Commas are the writer's work; keys, values and ends in the right order are the caller's.
public struct JSONWriter: Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []
    private let isPretty: Bool
    private var depth = 0
    /// Whether a value stands before this place in the same array or object.
    private var needsComma = false
    private var isAfterKey = false

    /// - Parameters:
    ///   - isPretty: Two spaces of indentation and a line for each member; raw parts stay as they are.
    ///   - capacity: Bytes to make room for at once; 0, the default, leaves that to what comes.
    public init(isPretty: Bool = false, reservingCapacity capacity: Int = 0) {
        self.isPretty = isPretty
        if capacity > 0 { bytes.reserveCapacity(capacity) }
    }

    /// The same as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    // MARK: Structure

    /// Opens an object; whoever opens it closes it.
    public mutating func beginObject() { begin(.openBrace) }
    /// Closes the object.
    public mutating func endObject() { end(.closeBrace) }
    /// Opens an array; whoever opens it closes it.
    public mutating func beginArray() { begin(.openBracket) }
    /// Closes the array.
    public mutating func endArray() { end(.closeBracket) }

    /// An object with what the closure writes.
    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        beginObject()
        body(&self)
        endObject()
    }

    /// An array with what the closure writes.
    public mutating func array(_ body: (inout JSONWriter) -> Void) {
        beginArray()
        body(&self)
        endArray()
    }

    /// The name of a member, before its value.
    public mutating func key(_ key: String) {
        separate()
        append(key)
        bytes.append(.colon)
        if isPretty { bytes.append(0x20) }
        isAfterKey = true
    }

    // MARK: Values

    /// A text, escaped.
    public mutating func string(_ value: String) { scalar { $0.append(value) } }
    /// A whole number.
    public mutating func int(_ value: Int) { scalar { $0.bytes.append(contentsOf: String(value).utf8) } }
    /// A number as it was written.
    public mutating func number(_ value: JSONNumber) { scalar { $0.bytes.append(contentsOf: value.literal.utf8) } }
    /// `true` or `false`.
    public mutating func bool(_ value: Bool) {
        scalar { $0.bytes.append(contentsOf: (value ? "true" : "false").utf8) }
    }
    /// `null`.
    public mutating func null() { scalar { $0.bytes.append(contentsOf: "null".utf8) } }

    /// Bytes that are one JSON value already; the caller vouches for it.
    public mutating func raw(_ value: some Collection<UInt8>) { scalar { $0.bytes.append(contentsOf: value) } }

    /// Any value.
    public mutating func value(_ value: JSONValue) {
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

    /// A member that is a text.
    public mutating func member(_ key: String, _ value: String) {
        self.key(key)
        string(value)
    }

    /// A member that is a whole number.
    public mutating func member(_ key: String, _ value: Int) {
        self.key(key)
        int(value)
    }

    /// A member that is true or false.
    public mutating func member(_ key: String, _ value: Bool) {
        self.key(key)
        bool(value)
    }

    /// A member of any kind.
    public mutating func member(_ key: String, _ value: JSONValue) {
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

    /// What goes between the value before and the one to come.
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

    /// A string in quotes. Escapes only what must be, so that text stays readable in its own script.
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
    /// Reads a whole text. Throws a ``JSONError`` with the place of the first mistake.
    public init(parsing bytes: [UInt8]) throws(JSONError) { self = try JSONParser.parse(bytes) }

    /// As UTF-8 JSON. Indented output has no newline at its end.
    public func encoded(isPretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(isPretty: isPretty)
        writer.value(self)
        return writer.bytes
    }

    /// As JSON text, which printing the value gives as well. Control characters are escaped, but for those beyond ASCII: text of
    /// a card's is not for a terminal as it is.
    ///
    /// - Parameter isPretty: On lines of their own, indented; without a newline at the end. One line by default.
    public func text(isPretty: Bool = false) -> String {
        String(decoding: encoded(isPretty: isPretty), as: UTF8.self)
    }
}
