internal import Canvas
internal import Theming

/// Text of which parts look different.
struct RichText {
    private(set) var text: SafeText
    /// Consecutive parts by where they end in the UTF-8 view of the text; the last one ends with it.
    private(set) var parts: [Part]

    struct Part: Equatable {
        let end: Int
        /// Laid over the look of the whole; nil for plain parts.
        let scope: StyleScope?
    }

    init(_ text: SafeText, scope: StyleScope? = nil) {
        self.text = text
        parts = [Part(end: text.string.utf8.count, scope: scope)]
    }

    /// - Parameter parts: Ends in the UTF-8 view of `string`, in order.
    init(cleaning string: String, parts: [Part]) {
        text = SafeText(string, lines: .multiple)
        self.parts = parts
        // Cleaning text whose markers were cut out may change its length at the very end.
        let count = text.string.utf8.count
        self.parts.removeAll { $0.end >= count }
        self.parts.append(Part(end: count, scope: parts.last?.scope ?? nil))
    }

    /// The text broken into rows of spans.
    ///
    /// - Parameters:
    ///   - width: Columns of a row; at least 1 is assumed.
    ///   - column: Where the rows begin.
    ///   - scope: The look of the whole text.
    func rows(width: Int, column: Int, scope: StyleScope) -> [CardRow] {
        var part = 0
        return TextLayout.wrap(text, width: max(1, width)).map { line in
            var row = CardRow()
            if parts.count == 1 {
                row.add(line.text, at: column + line.indent, scope: scope, overlay: parts[0].scope)
                return row
            }
            var from = line.source.lowerBound
            var column = column + line.indent
            while part < parts.count - 1, parts[part].end <= from { part += 1 }
            while from < line.source.upperBound {
                let to = min(parts[part].end, line.source.upperBound)
                if to > from {
                    let piece = TextLayout.slice(text, from..<to)
                    column += row.add(piece, at: column, scope: scope, overlay: parts[part].scope)
                    from = to
                }
                guard from < line.source.upperBound, part < parts.count - 1 else { break }
                part += 1
            }
            return row
        }
    }
}
