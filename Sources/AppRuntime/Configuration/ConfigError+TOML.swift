internal import Cards
internal import TOMLKit

extension ConfigError {
    /// What a file that is not TOML gets wrong. The parser's words for a quote that is not closed speak of characters
    /// behind the text, so that is told in other ones.
    init(parsing text: String, of path: String, _ error: any Error) {
        guard let error = error as? TOMLParseError else {
            self.init(.file(path: path, line: nil), "not TOML: \(error)")
            return
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line = error.source.begin.line
        // A line break where a text should end, or the end of the file.
        let isOpen =
            error.description.contains("string")
            && ["control characters", "end-of-file"].contains(where: error.description.contains)
        if isOpen, let opening = Self.openedQuote(in: lines.prefix(line)) {
            self.init(
                .file(path: path, line: opening.line),
                "not TOML: the text is not closed; expected another \(opening.quote) at its end")
        } else {
            self.init(.file(path: path, line: line), "not TOML: \(error.description)")
        }
    }

    /// The quote that is still open at the end of these lines; nil when all are closed.
    private static func openedQuote(in lines: ArraySlice<Substring>) -> (quote: String, line: Int)? {
        var open: (quote: String, line: Int)?
        for (index, line) in lines.enumerated() {
            // A text of one line ends with it; only the last line can hold an open one.
            if open?.quote.count == 1 { open = nil }
            var rest = line
            while let first = rest.first {
                if let quote = open?.quote {
                    if quote.hasPrefix("\""), first == "\\" {
                        rest = rest.dropFirst(2)
                    } else if rest.hasPrefix(quote) {
                        open = nil
                        rest = rest.dropFirst(quote.count)
                    } else {
                        rest = rest.dropFirst()
                    }
                } else if first == "#" {
                    break
                } else if let quote = ["\"\"\"", "'''", "\"", "'"].first(where: rest.hasPrefix) {
                    open = (quote, index + 1)
                    rest = rest.dropFirst(quote.count)
                } else {
                    rest = rest.dropFirst()
                }
            }
        }
        return open
    }
}
