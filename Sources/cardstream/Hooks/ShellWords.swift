internal import Cards

/// Quotes the words of a command line for a shell.
enum ShellWords {
    /// A word, quoted if it needs to be.
    static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "-_./,:@%+=".utf8.contains(byte)
                }
            }
        guard !isPlain else { return word }
        return "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }

    static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    /// The command line in an agent's JSON, which is a string or a list of words. Nil for anything else.
    static func line(of command: JSONValue?) -> String? {
        if let text = command?.string { return text }
        guard let values = command?.array, !values.isEmpty else { return nil }
        let words = values.compactMap(\.string)
        return words.count == values.count ? line(words) : nil
    }
}
