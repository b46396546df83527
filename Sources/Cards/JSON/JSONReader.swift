/// The strict RFC 8259 reader used by ``JSONParser`` and ``JSONSlice``: one pass over UTF-8 bytes that builds values,
/// or only validates and skips them. It is used inside a `withUnsafeBufferPointer` call and never escapes it.
struct JSONReader {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The next byte to read; at most ``end``.
    var position: Int
    let end: Int
    let depthLimit: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>? = nil, depthLimit: Int) {
        self.bytes = bytes
        position = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
        self.depthLimit = min(depthLimit, JSONParser.maxDepthLimit)
    }

    // MARK: Errors

    func failure(_ kind: JSONError.Kind, at offset: Int? = nil) -> JSONError {
        let offset = offset ?? position
        var line = 1
        var column = 1
        for byte in bytes[..<offset] {
            if byte == .newline {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                // Continuation bytes belong to the previous character.
                column += 1
            }
        }
        return JSONError(kind, offset: offset, line: line, column: column)
    }

    func unexpected(_ expected: String) -> JSONError {
        failure(position < end ? .unexpectedCharacter(expected: expected) : .unexpectedEnd(expected: expected))
    }

    // MARK: Tokens

    /// The next byte; at the end 0, which starts no JSON token.
    var next: UInt8 { position < end ? bytes[position] : 0 }

    mutating func skipWhitespace() {
        while position < end {
            switch bytes[position] {
            case 0x20, .newline, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// Checks that only white space follows.
    mutating func finish() throws(JSONError) {
        skipWhitespace()
        if position < end { throw failure(.trailingContent) }
    }

    private mutating func expectWord(_ word: StaticString) throws(JSONError) {
        let count = word.utf8CodeUnitCount
        for index in 0..<count {
            guard next == word.utf8Start[index] else { throw unexpected("a JSON value") }
            position += 1
        }
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while position < end, bytes[position] &- 0x30 < 10 { position += 1 }
        return position > start
    }

    /// Validates a number and returns its range.
    mutating func scanNumber() throws(JSONError) -> Range<Int> {
        let start = position
        if next == .minus { position += 1 }
        if next == .zero {
            position += 1
            if next &- 0x30 < 10 { throw failure(.invalidNumber, at: start) }
        } else if !skipDigits() {
            throw failure(.invalidNumber, at: start)
        }
        if next == .point {
            position += 1
            if !skipDigits() { throw failure(.invalidNumber, at: start) }
        }
        if next | 0x20 == 0x65 {
            position += 1
            if next == .plus || next == .minus { position += 1 }
            if !skipDigits() { throw failure(.invalidNumber, at: start) }
        }
        return start..<position
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    // MARK: Values

    /// Reads the value that starts at ``position``, after white space.
    mutating func readValue(depth: Int = 0) throws(JSONError) -> JSONValue {
        switch next {
        case .quote: return .string(try readString())
        case .openBrace: return .object(try readObject(depth: depth))
        case .openBracket:
            var elements: [JSONValue] = []
            try forEachElement(depth: depth) { (reader: inout JSONReader) throws(JSONError) in
                elements.append(try reader.readValue(depth: depth + 1))
            }
            return .array(elements)
        case 0x74:
            try expectWord("true")
            return .bool(true)
        case 0x66:
            try expectWord("false")
            return .bool(false)
        case 0x6E:
            try expectWord("null")
            return .null
        case .minus, 0x30...0x39: return .number(JSONNumber(validLiteral: text(try scanNumber())))
        default: throw unexpected("a JSON value")
        }
    }

    private mutating func readObject(depth: Int) throws(JSONError) -> JSONObject {
        var members: [(key: String, value: JSONValue)] = []
        var seen = KeySet()
        try forEachMember(depth: depth) { (reader: inout JSONReader, key, offset) throws(JSONError) in
            let name = reader.string(key)
            guard seen.insert(name) else { throw reader.failure(.duplicateKey(name), at: offset) }
            members.append((name, try reader.readValue(depth: depth + 1)))
        }
        return JSONObject(uniqueMembers: members)
    }

    /// Validates a value and skips it. Does not detect duplicate keys, which needs a tree or a table.
    mutating func skipValue(depth: Int = 0) throws(JSONError) {
        switch next {
        case .quote: _ = try scanString()
        case .openBrace:
            try forEachMember(depth: depth) { (reader: inout JSONReader, _, _) throws(JSONError) in
                try reader.skipValue(depth: depth + 1)
            }
        case .openBracket:
            try forEachElement(depth: depth) { (reader: inout JSONReader) throws(JSONError) in
                try reader.skipValue(depth: depth + 1)
            }
        case 0x74: try expectWord("true")
        case 0x66: try expectWord("false")
        case 0x6E: try expectWord("null")
        case .minus, 0x30...0x39: _ = try scanNumber()
        default: throw unexpected("a JSON value")
        }
    }

    // MARK: Structure

    /// Iterates over the object at ``position``. `body` gets each key and its offset, and must consume the value.
    @inline(__always)
    mutating func forEachMember(
        depth: Int, _ body: (inout JSONReader, _ key: StringExtent, _ offset: Int) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard depth < depthLimit else { throw failure(.tooDeep(limit: depthLimit)) }
        position += 1
        skipWhitespace()
        if next == .closeBrace {
            position += 1
            return
        }
        while true {
            guard next == .quote else { throw unexpected("a key in double quotes") }
            let offset = position
            let key = try scanString()
            skipWhitespace()
            guard next == .colon else { throw unexpected("a colon after the key") }
            position += 1
            skipWhitespace()
            try body(&self, key, offset)
            skipWhitespace()
            switch next {
            case .comma:
                position += 1
                skipWhitespace()
            case .closeBrace:
                position += 1
                return
            default: throw unexpected("a comma or a closing brace")
            }
        }
    }

    /// Iterates over the array at ``position``; `body` must consume each element.
    @inline(__always)
    mutating func forEachElement(
        depth: Int, _ body: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard depth < depthLimit else { throw failure(.tooDeep(limit: depthLimit)) }
        position += 1
        skipWhitespace()
        if next == .closeBracket {
            position += 1
            return
        }
        while true {
            try body(&self)
            skipWhitespace()
            switch next {
            case .comma:
                position += 1
                skipWhitespace()
            case .closeBracket:
                position += 1
                return
            default: throw unexpected("a comma or a closing bracket")
            }
        }
    }
}

/// The keys of an object seen so far. Small objects, the usual case, are compared linearly; a hash table avoids
/// quadratic time for a malicious object with 100,000 keys.
struct KeySet {
    private var few: [String] = []
    private var many: Set<String> = []

    /// Whether the key is new.
    mutating func insert(_ key: String) -> Bool {
        if many.isEmpty {
            if few.contains(key) { return false }
            few.append(key)
            if few.count > 16 { many = Set(few) }
            return true
        }
        return many.insert(key).inserted
    }
}

extension UInt8 {
    static let newline: UInt8 = 0x0A
    static let quote: UInt8 = 0x22
    static let plus: UInt8 = 0x2B
    static let comma: UInt8 = 0x2C
    static let minus: UInt8 = 0x2D
    static let point: UInt8 = 0x2E
    static let zero: UInt8 = 0x30
    static let colon: UInt8 = 0x3A
    static let openBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let closeBracket: UInt8 = 0x5D
    static let openBrace: UInt8 = 0x7B
    static let closeBrace: UInt8 = 0x7D
}
