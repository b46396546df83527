/// Backslashes before characters that would be markup in Markdown.
package enum MarkdownEscapes {
    /// The characters that can begin markup within a line.
    private static let markup: Set<Character> = ["*", "_", "`", "[", "<", "\\", "&", "~"]

    /// A plain text in Markdown, in one line, with as few backslashes as possible.
    package static func adding(to text: String) -> String {
        guard text.contains(where: markup.contains) else { return text }
        return text.reduce(into: "") { result, character in
            if markup.contains(character) { result.append("\\") }
            result.append(character)
        }
    }

    /// Markdown without its backslashes before punctuation, for where it is shown as it is written.
    package static func removing(from text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var result = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == "\\", let next = rest.first, next.isASCII, next.isPunctuation || next.isSymbol {
                result.append(next)
                rest.removeFirst()
            } else {
                result.append(character)
            }
        }
        return result
    }
}
