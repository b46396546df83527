/// Basic operations: the current position, white space, and errors with their position.
extension TOMLReader {
    /// A position for error messages.
    struct Mark {
        var position: Int
        var line: Int
        var lineStart: Int
    }

    var mark: Mark { Mark(position: position, line: line, lineStart: lineStart) }

    var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let byte = current, UInt32(byte) == character.value else { return false }
        position += 1
        return true
    }

    func isNext(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        for offset in 0..<count where bytes[position + offset] != text.utf8Start[offset] { return false }
        return true
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    // MARK: White space

    mutating func skipBlanks() {
        while let byte = current, byte == 0x20 || byte == 0x09 { position += 1 }
    }

    /// Skips blanks, comments and line breaks.
    mutating func skipSpace() throws(TOMLError) {
        repeat {
            skipBlanks()
            try skipComment()
        } while try takeLineBreak()
    }

    /// Checks that nothing else follows on the line.
    mutating func endLine() throws(TOMLError) {
        skipBlanks()
        try skipComment()
        guard try takeLineBreak() || current == nil else {
            throw failure("expected the end of the line; put each key on its own line")
        }
    }

    private mutating func skipComment() throws(TOMLError) {
        guard take("#") else { return }
        while let byte = current, byte != 0x0A, byte != 0x0D {
            try checkControl(byte)
            position += 1
        }
    }

    /// Consumes LF or CR LF.
    mutating func takeLineBreak() throws(TOMLError) -> Bool {
        if current == 0x0D {
            guard position + 1 < bytes.count, bytes[position + 1] == 0x0A else {
                throw failure("a carriage return without a line feed; expected a line break of LF or CR LF")
            }
            position += 1
        }
        guard current == 0x0A else { return false }
        position += 1
        line += 1
        lineStart = position
        return true
    }

    /// - Throws: for a control character other than a tab.
    func checkControl(_ byte: UInt8) throws(TOMLError) {
        guard byte < 0x20 && byte != 0x09 || byte == 0x7F else { return }
        let digits = String(byte, radix: 16, uppercase: true)
        let code = String(repeating: "0", count: 4 - digits.count) + digits
        throw failure("the control character U+\(code) is not allowed; in double quotes write it as \\u\(code)")
    }

    /// - Throws: for the first invalid byte.
    mutating func checkUTF8() throws(TOMLError) {
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        var parser = Unicode.UTF8.ForwardParser()
        // The position is after the byte order mark, if there is one.
        var iterator = bytes[position...].makeIterator()
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                if encoded.first == 0x0A {
                    line += 1
                    lineStart = position + 1
                }
                position += encoded.count
            case .error: throw failure("a byte that is not UTF-8; save the file as UTF-8")
            case .emptyInput: return
            }
        }
    }

    // MARK: Errors

    /// A syntax error at the current position.
    func failure(_ reason: String) -> TOMLError { error("not TOML: \(reason)", at: mark) }

    func failure(_ reason: String, at mark: Mark) -> TOMLError { error("not TOML: \(reason)", at: mark) }

    func error(_ message: String, at mark: Mark) -> TOMLError {
        let before = bytes[mark.lineStart..<min(mark.position, bytes.count)]
        // Continuation bytes are not counted.
        return TOMLError(line: mark.line, column: 1 + before.count { $0 & 0xC0 != 0x80 }, message: message)
    }

    func tooDeep() -> TOMLError { failure("nested deeper than \(Self.deepest) levels") }
}
