internal import Canvas

/// Divides the width of a table among its columns.
enum TableColumns {
    /// The blank columns between two cells.
    static let gap = 2

    /// A column that is at most this wide is not made narrower as long as the other columns can be.
    private static let short = 12
    /// The least width of a column with longer texts.
    private static let least = 10
    /// The longest word for which such a column is made wider, unless a third of the width is more.
    private static let longestWord = 16

    /// The width of each column; nil if the table does not fit.
    static func widths(of table: MarkdownTable, in width: Int) -> [Int]? {
        let count = table.header.count
        let room = width - gap * (count - 1)
        guard room > 0 else { return nil }
        let natural = maxima(of: table) { self.width(of: $0.text) }
        guard natural.reduce(0, +) > room else { return natural }
        let limit = max(longestWord, room / 3)
        let words = maxima(of: table) { self.longestWord(in: $0.text, atMost: limit) }
        let comfortable = (0..<count).map { natural[$0] <= short ? natural[$0] : max(least, words[$0]) }
        let tight = (0..<count).map { min(least, natural[$0] <= short ? words[$0] : least) }
        return [comfortable, tight].lazy.compactMap { share(room, among: natural, from: $0) }.first
    }

    /// Gives each column its least width, and what is left in proportion to the width that it lacks.
    private static func share(_ room: Int, among natural: [Int], from least: [Int]) -> [Int]? {
        let rest = room - least.reduce(0, +)
        guard rest >= 0 else { return nil }
        let lacking = zip(natural, least).map { $0 - $1 }
        let total = max(1, lacking.reduce(0, +))
        var widths = zip(least, lacking).map { $0 + rest * $1 / total }
        var left = room - widths.reduce(0, +)
        for index in widths.indices where left > 0 && widths[index] < natural[index] {
            widths[index] += 1
            left -= 1
        }
        return widths
    }

    /// The largest value in each column.
    private static func maxima(of table: MarkdownTable, _ value: (RichText) -> Int) -> [Int] {
        var result = table.header.map(value)
        for row in table.rows {
            for (index, cell) in row.enumerated() { result[index] = max(result[index], value(cell)) }
        }
        return result
    }

    private static func width(of text: SafeText) -> Int {
        guard !text.isPlain, text.string.utf8.contains(UInt8(ascii: "\n")) else { return TextLayout.width(of: text) }
        return TextLayout.wrap(text, width: .max).map(\.width).max() ?? 0
    }

    /// The width of the longest word, at most `limit`.
    private static func longestWord(in text: SafeText, atMost limit: Int) -> Int {
        var longest = 0
        for word in text.string.split(whereSeparator: { $0 == " " || $0 == "\n" }) where longest < limit {
            longest = max(longest, min(limit, TextLayout.width(of: SafeText(String(word)))))
        }
        return longest
    }
}
