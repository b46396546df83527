import Cards

/// Text for a card's Markdown.
package enum Markdown {
    /// A plain text as Markdown that shows the same words and lines. Addresses of pages become links.
    package static func escaped(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).map { word($0) }.joined(separator: " ")
        }.filter { !$0.isEmpty }.joined(separator: "\\\n")
    }

    private static func word(_ word: Substring) -> String {
        guard word.hasPrefix("https://") || word.hasPrefix("http://") else { return plain(word) }
        // What ends a sentence is no part of the address.
        var address = word
        while let last = address.last, ".,;:!?)]}>\"'".contains(last) { address.removeLast() }
        let rest = word[address.endIndex...]
        guard LinkAddress.problem(String(address)) == nil, !address.contains(where: { "<>\\".contains($0) }) else {
            return plain(word)
        }
        return "[\(plain(address))](<\(address)>)" + plain(rest)
    }

    /// A plain text as Markdown that shows the same words, in one line.
    package static func plain(_ text: Substring) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for character in text {
            if punctuation.contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    /// A title, in one line. What shows titles without markup shows as few backslashes as possible.
    package static func title(_ text: String) -> String {
        var result = ""
        for character in text.split(whereSeparator: \.isWhitespace).joined(separator: " ") {
            if "*_`[<\\&".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    /// The ASCII characters that can mean something in CommonMark; a backslash may stand before each.
    private static let punctuation: Set<Character> = Set("!#()*+-.:<>[\\]_`{|}~&@/=")
}
