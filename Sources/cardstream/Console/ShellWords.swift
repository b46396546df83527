internal import Cards

/// Writes the words of a command line for a shell.
enum ShellWords {
    static func line(_ words: [String]) -> String { words.map(\.quotedForShell).joined(separator: " ") }

    /// The command line in an agent's JSON, which is a string or a list of words. Nil for anything else.
    static func line(of command: JSONValue?) -> String? {
        if let text = command?.string { return text }
        guard let values = command?.array, !values.isEmpty else { return nil }
        let words = values.compactMap(\.string)
        return words.count == values.count ? line(words) : nil
    }
}

extension String {
    /// The text as one word of a shell, in quotes if necessary.
    var quotedForShell: String {
        // At the beginning of a line, a word with an equals sign would set a variable, unless it is an option.
        let plain = hasPrefix("-") ? "-_./,:@%+=" : "-_./,:@%+"
        let isPlain =
            !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: plain.utf8.contains(byte)
                }
            }
        return isPlain
            ? self : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
