public import protocol Foundation.LocalizedError

/// Why bytes are not valid JSON, with the position of the error.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public var kind: Kind
    /// The offset of the error in bytes, from 0.
    public var offset: Int
    /// The line of the error, from 1.
    public var line: Int
    /// The column of the error in characters (Unicode scalars), from 1.
    public var column: Int

    /// Creates an instance with these properties.
    public init(_ kind: Kind, offset: Int, line: Int, column: Int) {
        self.kind = kind
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// The kind of error in a JSON text.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Kind: Hashable, Sendable {
        /// The text ends too early.
        case unexpectedEnd(expected: String)
        /// The text contains something other than what was expected.
        case unexpectedCharacter(expected: String)
        /// A number has a leading zero, a missing digit, a plus sign or the like.
        case invalidNumber
        /// A control character in a string is not escaped.
        case controlCharacter
        /// A backslash is not followed by a valid escape.
        case invalidEscape
        /// Half of a surrogate pair does not represent a character.
        case loneSurrogate
        /// The bytes are not valid UTF-8.
        case invalidUTF8
        /// An object contains this key twice.
        case duplicateKey(String)
        /// The nesting exceeds the limit.
        case tooDeep(limit: Int)
        /// The document continues after its value.
        case trailingContent
        /// An object lacks a member that is needed.
        case missingMember(String)
        /// A value has a different type from the one that is needed.
        case wrongType(expected: String)
    }

    /// One sentence with line and column, without text of the document.
    public var description: String { "line \(line), column \(column): \(kind)" }
}

extension JSONError.Kind: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unexpectedEnd(let expected): "the JSON ends where \(expected) is expected"
        case .unexpectedCharacter(let expected): "expected \(expected)"
        case .invalidNumber: "not a JSON number"
        case .controlCharacter: "a control character in a string must be written as an escape such as \\n"
        case .invalidEscape: "after a backslash, expected one of \" \\ / b f n r t, or u with four hex digits"
        case .loneSurrogate: "one half of a surrogate pair; the other half is missing"
        case .invalidUTF8: "not valid UTF-8"
        case .duplicateKey(let key): "the object has the key \"\(key)\" twice"
        case .tooDeep(let limit): "nested deeper than \(limit) levels"
        case .trailingContent: "expected nothing after the end of the value"
        case .missingMember(let key): "the object has no \"\(key)\""
        case .wrongType(let expected): "expected \(expected)"
        }
    }
}

extension JSONError: LocalizedError {
    /// The `description`, for `localizedDescription`.
    public var errorDescription: String? { description }
}
