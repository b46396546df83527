import Cards

/// Converts plain text to the Markdown of cards.
package enum Markdown {
    /// Converts plain text to Markdown that shows the same words and lines. Web addresses become links.
    package static func escaped(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).map { word($0) }.joined(separator: " ")
        }.filter { !$0.isEmpty }.joined(separator: "\\\n")
    }

    private static func word(_ word: Substring) -> String {
        guard word.hasPrefix("https://") || word.hasPrefix("http://") else { return plain(word) }
        // Punctuation at the end of a sentence is not part of the address.
        var address = word
        while let last = address.last, ".,;:!?)]}>\"'".contains(last) { address.removeLast() }
        let rest = word[address.endIndex...]
        guard LinkAddress.problem(String(address)) == nil, !address.contains(where: { "<>\\".contains($0) }) else {
            return plain(word)
        }
        return "[\(plain(address))](<\(address)>)" + plain(rest)
    }

    /// Converts plain text to Markdown that shows the same characters, on one line.
    package static func plain(_ text: Substring) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for character in text {
            if punctuation.contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    /// Converts a title to one line. Escapes as few characters as possible, because some programs show titles without
    /// interpreting Markdown.
    package static func title(_ text: String) -> String {
        var result = ""
        for character in text.split(whereSeparator: \.isWhitespace).joined(separator: " ") {
            if "*_`[<\\&".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    /// The ASCII characters that can have a meaning in CommonMark. Each can be escaped with a backslash.
    private static let punctuation: Set<Character> = Set("!#()*+-.:<>[\\]_`{|}~&@/=")
}
