/// Adds and removes the backslashes that escape Markdown markup.
package enum MarkdownEscapes {
    /// The characters that can begin markup within a line.
    private static let markup: Set<Character> = ["*", "_", "`", "[", "<", "\\", "&", "~"]

    /// Escapes one line of plain text for Markdown, with as few backslashes as possible.
    package static func adding(to text: String) -> String {
        guard text.contains(where: markup.contains) else { return text }
        return text.reduce(into: "") { result, character in
            if markup.contains(character) { result.append("\\") }
            result.append(character)
        }
    }

    /// Removes backslashes before punctuation, for places that show Markdown without rendering it.
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
