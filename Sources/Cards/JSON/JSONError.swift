/// Why bytes are not the JSON they should be, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public var kind: Kind
    /// Counted in bytes from 0.
    public var offset: Int
    /// Counted from 1.
    public var line: Int
    /// Counted from 1, in characters (Unicode scalars).
    public var column: Int

    /// See the properties.
    public init(_ kind: Kind, offset: Int, line: Int, column: Int) {
        self.kind = kind
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// What is wrong with a text that should be JSON.
    public enum Kind: Hashable, Sendable {
        /// The text stops where something was needed.
        case unexpectedEnd(expected: String)
        /// Something else stands where, in words, this was expected.
        case unexpectedCharacter(expected: String)
        /// A leading zero, a missing digit, a plus sign and the like.
        case invalidNumber
        /// A control character in a string must be written as an escape.
        case controlCharacter
        /// A backslash that is followed by nothing known, or half of a surrogate pair.
        case invalidEscape
        /// Half of a surrogate pair stands for no character.
        case loneSurrogate
        /// Bytes that are no UTF-8.
        case invalidUTF8
        /// An object has this key twice.
        case duplicateKey(String)
        /// There are more levels than the limit.
        case tooDeep(limit: Int)
        /// Something follows the one value of a document.
        case trailingContent
        /// An object lacks a member; from ``JSONSlice`` only.
        case missingMember(String)
        /// A value is of another type than asked for; from ``JSONSlice`` only.
        case wrongType(expected: String)
    }

    /// One sentence with line and column, without any text of the document.
    public var description: String { "line \(line), column \(column): \(kind)" }
}

extension JSONError.Kind: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unexpectedEnd(let expected): "the text ends where \(expected) is expected"
        case .unexpectedCharacter(let expected): "expected \(expected)"
        case .invalidNumber: "this is not a JSON number"
        case .controlCharacter: "a control character in a string must be written as an escape such as \\n"
        case .invalidEscape: "after a backslash expected one of \" \\ / b f n r t or u with four hex digits"
        case .loneSurrogate: "a surrogate escape needs its other half"
        case .invalidUTF8: "the text is not valid UTF-8 here"
        case .duplicateKey(let key): "the key \"\(key)\" occurs twice in this object"
        case .tooDeep(let limit): "nested deeper than \(limit) levels"
        case .trailingContent: "expected nothing after the end of the value"
        case .missingMember(let key): "the object lacks \"\(key)\""
        case .wrongType(let expected): "expected \(expected)"
        }
    }
}
