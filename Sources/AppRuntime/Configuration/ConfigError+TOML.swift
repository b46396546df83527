internal import Cards
internal import TOMLKit

extension ConfigError {
    /// What a file that is not TOML gets wrong. The parser's words for a quote that is not closed speak of characters
    /// behind the text, so that is told in other ones.
    package init(parsing text: String, of path: String, _ error: any Error) {
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
        } else if error.description.contains("cannot redefine"), let twice = Self.keySetTwice(in: lines.prefix(line)) {
            self.init(.file(path: path, line: twice.line), twice.words)
        } else {
            self.init(.file(path: path, line: line), "not TOML: \(error.description)")
        }
    }

    /// The key of the last line that sets any, which stands above in the same table as well.
    private static func keySetTwice(in lines: ArraySlice<Substring>) -> (line: Int, words: String)? {
        guard let second = lines.lastIndex(where: { key(of: $0) != nil }), let name = key(of: lines[second]) else {
            return nil
        }
        let isTable = name.hasPrefix("[")
        var first: Int?
        for index in lines[..<second].indices.reversed() {
            guard let other = key(of: lines[index]) else { continue }
            if other == name { first = index }
            if first != nil || (!isTable && other.hasPrefix("[")) { break }
        }
        let place = first.map { "; line \($0 + 1) has it already" } ?? ""
        let words = isTable ? "the table \(name) stands" : "\"\(name)\" is set"
        return (second + 1, "\(words) twice\(place), keep one of the two")
    }

    /// What stands before the equals sign, without quotes, or a table's name in its brackets.
    private static func key(of line: Substring) -> String? {
        let text = line.drop { $0 == " " || $0 == "\t" }
        guard let first = text.first, first != "#" else { return nil }
        if first == "[" { return text.lastIndex(of: "]").map { String(text[...$0]) } }
        if first == "\"" || first == "'" {
            return text.dropFirst().firstIndex(of: first).map { String(text[..<$0].dropFirst()) }
        }
        guard let equals = text.firstIndex(of: "=") else { return nil }
        var name = text[..<equals]
        while name.last == " " || name.last == "\t" { name.removeLast() }
        return String(name)
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
