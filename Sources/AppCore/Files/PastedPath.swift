/// The text that a terminal pastes when a file is dropped on it: a path in quotes, with backslashes, as a `file:` URL,
/// or without quoting.
package enum PastedPath {
    /// The first path in the text; nil when there is none.
    package static func read(_ text: String) -> String? {
        let line = text.split(whereSeparator: \.isNewline).first.map { String($0).trimmed } ?? ""
        guard !line.isEmpty else { return nil }
        if line.hasPrefix("file://") { return address(line) }
        guard line.contains(where: { $0 == "\\" || $0 == "'" || $0 == "\"" }) else { return line }
        return word(line)
    }

    /// Whether the text is a path rather than a name to search for.
    static func isPath(_ text: String) -> Bool { text.hasPrefix("~") || text.contains("/") }

    /// The path of `file://HOST/PATH` (RFC 8089). Ignores the host, because a pasted URL names a file on this machine.
    private static func address(_ text: String) -> String? {
        let rest = text.dropFirst("file://".count)
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        var bytes: [UInt8] = []
        var letters = rest[slash...].prefix { !$0.isWhitespace }.utf8.makeIterator()
        while let byte = letters.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = letters.next(), let low = letters.next(),
                let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16), value != 0
            else { return nil }
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The first word, split and unquoted as in a shell.
    private static func word(_ line: String) -> String? {
        var word = ""
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word.append(character) }
            } else if character == "'" || character == "\"" {
                // An apostrophe inside an unquoted name is not a quote.
                if character == "'", !word.isEmpty, !line.hasPrefix("'"), !line.contains("\\") { return line }
                quote = character
            } else if character.isWhitespace {
                break
            } else {
                word.append(character)
            }
        }
        // An unclosed quote is part of the name.
        if quote != nil { return line }
        return word.isEmpty ? nil : word
    }
}
