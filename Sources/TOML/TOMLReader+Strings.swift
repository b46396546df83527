extension TOMLReader {
    /// `"text"`
    mutating func basicString() throws(TOMLError) -> String {
        let opening = mark
        position += 1
        let start = position
        // Most strings have no escapes and are copied at once.
        while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), !isLineBreak(byte) {
            try checkControl(byte)
            position += 1
        }
        if current == UInt8(ascii: "\"") {
            defer { position += 1 }
            return text(start..<position)
        }
        var content = Array(bytes[start..<position])
        while let byte = current, !isLineBreak(byte) {
            if byte == UInt8(ascii: "\"") {
                position += 1
                return String(decoding: content, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") {
                try escape(into: &content)
            } else {
                try checkControl(byte)
                content.append(byte)
                position += 1
            }
        }
        throw notClosed("\"", since: opening)
    }

    /// `'text'`
    mutating func literalString() throws(TOMLError) -> String {
        let opening = mark
        position += 1
        let start = position
        while let byte = current, !isLineBreak(byte) {
            if byte == UInt8(ascii: "'") {
                defer { position += 1 }
                return text(start..<position)
            }
            try checkControl(byte)
            position += 1
        }
        throw notClosed("'", since: opening)
    }

    /// `"""text"""`
    mutating func longBasicString() throws(TOMLError) -> String {
        let opening = mark
        position += 3
        _ = try takeLineBreak()
        var content: [UInt8] = []
        while let byte = current {
            if byte == UInt8(ascii: "\""), closes(byte, &content) { return String(decoding: content, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") {
                if try !skipEscapedLineBreak() { try escape(into: &content) }
            } else if byte != UInt8(ascii: "\"") {
                try take(byte, into: &content)
            }
        }
        throw notClosed("\"\"\"", since: opening)
    }

    /// `'''text'''`
    mutating func longLiteralString() throws(TOMLError) -> String {
        let opening = mark
        position += 3
        _ = try takeLineBreak()
        var content: [UInt8] = []
        while let byte = current {
            if byte == UInt8(ascii: "'") {
                if closes(byte, &content) { return String(decoding: content, as: UTF8.self) }
            } else {
                try take(byte, into: &content)
            }
        }
        throw notClosed("'''", since: opening)
    }

    // MARK: Pieces

    private func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// Appends a byte of a multi-line string; every line break becomes a line feed.
    private mutating func take(_ byte: UInt8, into content: inout [UInt8]) throws(TOMLError) {
        if isLineBreak(byte) {
            if try takeLineBreak() { content.append(0x0A) }
        } else {
            try checkControl(byte)
            content.append(byte)
            position += 1
        }
    }

    /// Consumes quotes in a multi-line string. Three quotes end it; up to two before them belong to the string.
    private mutating func closes(_ quote: UInt8, _ content: inout [UInt8]) -> Bool {
        var count = 0
        while count < 5, current == quote {
            count += 1
            position += 1
        }
        let own = count < 3 ? count : count - 3
        content.append(contentsOf: repeatElement(quote, count: own))
        return count >= 3
    }

    /// If the backslash is at the end of a line, skips the break and the blanks of the following lines. Otherwise
    /// returns false.
    private mutating func skipEscapedLineBreak() throws(TOMLError) -> Bool {
        var next = position + 1
        while next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
        guard next < bytes.count, isLineBreak(bytes[next]) else { return false }
        position = next
        while try takeLineBreak() { skipBlanks() }
        return true
    }

    private mutating func escape(into content: inout [UInt8]) throws(TOMLError) {
        let start = mark
        position += 1
        let byte: UInt8
        switch current {
        case UInt8(ascii: "b"): byte = 0x08
        case UInt8(ascii: "t"): byte = 0x09
        case UInt8(ascii: "n"): byte = 0x0A
        case UInt8(ascii: "f"): byte = 0x0C
        case UInt8(ascii: "r"): byte = 0x0D
        case UInt8(ascii: "\""): byte = UInt8(ascii: "\"")
        case UInt8(ascii: "\\"): byte = UInt8(ascii: "\\")
        case UInt8(ascii: "u"): return try codePoint(4, since: start, into: &content)
        case UInt8(ascii: "U"): return try codePoint(8, since: start, into: &content)
        default:
            throw failure(
                "unknown escape; expected \\b, \\t, \\n, \\f, \\r, \\\", \\\\, \\uXXXX or \\UXXXXXXXX; or use single quotes, "
                    + "in which a backslash is just a backslash", at: start)
        }
        position += 1
        content.append(byte)
    }

    private mutating func codePoint(
        _ digits: Int, since start: Mark, into content: inout [UInt8]
    ) throws(TOMLError) {
        position += 1
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let byte = current, let digit = Self.digit(byte, radix: 16) else {
                throw failure("expected \(digits) hexadecimal digits after \\\(digits == 4 ? "u" : "U")", at: start)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw failure(
                "no character has this number; expected a number from 0 to D7FF or from E000 to 10FFFF", at: start)
        }
        content.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private func notClosed(_ quote: String, since opening: Mark) -> TOMLError {
        failure("the string is not closed; expected another \(quote) at its end", at: opening)
    }
}
