internal import AppCore
internal import Canvas
internal import Theming

/// Text of which parts look different or lead somewhere.
struct RichText {
    private(set) var text: SafeText
    /// Consecutive parts by where they end in the UTF-8 view of the text; the last one ends with it.
    private(set) var parts: [Part]
    /// Where the text's links lead, by their number in the layout.
    private(set) var links: [(number: Int, address: String)] = []

    struct Part: Equatable {
        let end: Int
        var markup: Markup = []
        /// Number in the layout.
        var link: Int?
    }

    init(_ text: SafeText, markup: Markup = []) {
        self.text = text
        parts = [Part(end: text.string.utf8.count, markup: markup)]
    }

    /// - Parameter parts: Ends in the UTF-8 view of `string`, in order.
    init(cleaning string: String, parts: [Part], links: [(number: Int, address: String)] = []) {
        text = SafeText(string, lines: .multiple)
        self.parts = parts
        self.links = links
        // Cleaning text whose markers were cut out may change its length.
        let count = text.string.utf8.count
        self.parts.removeAll { $0.end >= count }
        self.parts.append(Part(end: count, markup: parts.last?.markup ?? [], link: parts.last?.link))
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
            var from = line.source.lowerBound
            var column = column + line.indent
            if parts.count == 1 {
                add(line.text, parts[0], to: &row, at: &column, scope: scope)
                return row
            }
            while part < parts.count - 1, parts[part].end <= from { part += 1 }
            while from < line.source.upperBound {
                let to = min(parts[part].end, line.source.upperBound)
                if to > from {
                    add(TextLayout.slice(text, from..<to), parts[part], to: &row, at: &column, scope: scope)
                    from = to
                }
                guard from < line.source.upperBound, part < parts.count - 1 else { break }
                part += 1
            }
            return row
        }
    }

    private func add(_ piece: SafeText, _ part: Part, to row: inout CardRow, at column: inout Int, scope: StyleScope) {
        let start = column
        column += row.add(piece, at: column, scope: scope, markup: part.markup, link: part.link)
        if let link = part.link, column > start { row.addRegion(start..<column, .element(.link(link))) }
    }
}
