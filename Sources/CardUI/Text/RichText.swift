internal import AppCore
internal import Canvas
internal import Theming

/// Text whose parts can have markup and links.
struct RichText {
    private(set) var text: SafeText
    /// Consecutive parts. Each is given by its end in the UTF-8 view of the text; the last part ends at the text's end.
    private(set) var parts: [Part]
    /// The addresses of the links, by their number in the layout.
    private(set) var links: [(number: Int, address: String)] = []

    struct Part: Equatable {
        let end: Int
        var markup: Markup = []
        /// The number of the link in the layout; nil outside a link.
        var link: Int?
    }

    init(_ text: SafeText, markup: Markup = []) {
        self.text = text
        parts = [Part(end: text.string.utf8.count, markup: markup)]
    }

    /// - Parameter parts: Parts in order, with their ends in the UTF-8 view of `string`.
    init(cleaning string: String, parts: [Part], links: [(number: Int, address: String)] = []) {
        text = SafeText(string, lines: .multiple)
        self.parts = parts
        self.links = links
        // Cleaning may shorten the text, because the markup was removed before.
        let count = text.string.utf8.count
        self.parts.removeAll { $0.end >= count }
        self.parts.append(Part(end: count, markup: parts.last?.markup ?? [], link: parts.last?.link))
    }

    /// Wraps the text into rows of spans.
    ///
    /// - Parameters:
    ///   - width: The columns of a row; values below 1 count as 1.
    ///   - column: The first column of the rows.
    ///   - scope: The style scope of the whole text.
    ///   - hangingIndent: The columns left free before every row but the first.
    ///   - alignment: Where the text of a row stands in the columns.
    func rows(
        width: Int, column: Int, scope: StyleScope, hangingIndent: Int = 0,
        alignment: TableLines.Alignment = .leading
    ) -> [CardRow] {
        var part = 0
        return TextLayout.wrap(text, width: max(1, width), hangingIndent: hangingIndent).map { line in
            var row = CardRow()
            var from = line.source.lowerBound
            var column = column + line.indent + alignment.offset(of: line.width, in: width)
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

// MARK: Joining

extension RichText {
    /// The text with this markup on all of it.
    func marked(_ markup: Markup) -> RichText {
        RichText(
            cleaning: text.string,
            parts: parts.map { Part(end: $0.end, markup: $0.markup.union(markup), link: $0.link) }, links: links)
    }

    /// The text with spaces in place of line breaks.
    var onOneLine: RichText {
        guard text.string.utf8.contains(UInt8(ascii: "\n")) else { return self }
        return RichText(cleaning: text.string.replacing("\n", with: " "), parts: parts, links: links)
    }

    /// Texts one after the other, without the addresses of their links.
    static func joined(_ texts: [RichText]) -> RichText {
        var string = ""
        var parts: [Part] = []
        for text in texts where !text.text.isEmpty {
            let start = string.utf8.count
            string += text.text.string
            parts += text.parts.map { Part(end: start + $0.end, markup: $0.markup, link: $0.link) }
        }
        return RichText(cleaning: string, parts: parts)
    }
}
