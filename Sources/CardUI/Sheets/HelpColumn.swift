internal import AppCore
internal import Canvas

/// One row of the help, before its width is known.
struct HelpRow {
    var heading = SafeText.empty
    var keys = ""
    var help = SafeText.empty
    /// The position among the visible commands; nil for a heading and the blank row before it.
    var position: Int?
    var isBlank = false

    /// The matching commands, or all commands, below the headings of their sections.
    static func rows(_ list: CommandsOverlay, all: Bool = false) -> [HelpRow] {
        var rows: [HelpRow] = []
        var section: String?
        let items = all ? Array(list.items.indices) : list.matches
        for (position, index) in items.enumerated() {
            let item = list.items[index]
            if item.section != section {
                if section != nil { rows.append(HelpRow(isBlank: true)) }
                section = item.section
                rows.append(HelpRow(heading: SafeText(item.section)))
            }
            rows.append(HelpRow(keys: item.keys, help: SafeText(item.help), position: position))
        }
        return rows
    }
}

/// A column of help rows, and the widths of its keys and its texts.
struct HelpColumn {
    let rows: ArraySlice<HelpRow>
    private var keys = 0
    private var words = 0
    /// The width of the longest single key.
    private var longestKey = 0

    /// The column of the keys, which leaves room for the pointer.
    static let margin = 2

    init(_ rows: ArraySlice<HelpRow>) {
        self.rows = rows
        for row in rows where row.position != nil {
            keys = max(keys, TextLayout.width(of: SafeText(row.keys)) + 2)
            words = max(words, TextLayout.width(of: row.help))
            let longest = row.keys.split(separator: " ").map { TextLayout.width(of: SafeText(String($0))) }.max()
            longestKey = max(longestKey, longest ?? 0)
        }
    }

    var width: Int { Self.margin + keys + words }

    /// Two columns of about equal length, split between sections.
    static func halves(_ rows: [HelpRow]) -> [HelpColumn] {
        let middle = rows.count / 2
        let breaks = rows.indices.filter { rows[$0].isBlank }
        guard let cut = breaks.min(by: { abs($0 - middle) < abs($1 - middle) }) else { return [HelpColumn(rows[...])] }
        return [HelpColumn(rows[..<cut]), HelpColumn(rows[(cut + 1)...])]
    }

    /// The content of one row of the sheet.
    struct Line {
        var heading = SafeText.empty
        var keys = SafeText.empty
        var text = SafeText.empty
        /// The column of the text.
        var words = 0
        var position: Int?
        /// Whether this is the first line of its row.
        var isFirst = true
    }

    /// The rows as lines. Long rows wrap, with keys aligned to keys and text aligned to text.
    func lines(columns: Int) -> [Line] {
        guard columns < width else {
            return rows.map { row in
                Line(
                    heading: row.heading, keys: SafeText(row.keys), text: row.help, words: Self.margin + keys,
                    position: row.position)
            }
        }
        let room = columns - Self.margin
        let words = min(keys, max(room / 3, longestKey + 2))
        // There is no room for both beside each other.
        let isStacked = room - words < 12
        return rows.flatMap { row -> [Line] in
            guard row.position != nil else { return [Line(heading: row.heading)] }
            let indent = Self.margin + (isStacked ? 2 : words)
            let left = Self.wrap(keys: row.keys, width: isStacked ? room : words - 2)
            let right = TextLayout.wrap(row.help, width: max(1, columns - indent), limit: 9)
            let isBeside = !isStacked
            let count = isBeside ? max(left.count, right.count) : left.count + right.count
            return (0..<count).map { index in
                let word = isBeside ? index : index - left.count
                return Line(
                    keys: index < left.count ? left[index] : .empty,
                    text: right.indices.contains(word) ? right[word].text : .empty, words: indent,
                    position: row.position, isFirst: index == 0)
            }
        }
    }

    /// Wraps only between keys: text may be broken at a hyphen, but `ctrl-n` must not.
    private static func wrap(keys: String, width: Int) -> [SafeText] {
        var lines: [String] = []
        for key in keys.split(separator: " ") {
            let longer = (lines.last ?? "") + " " + key
            if !lines.isEmpty, TextLayout.width(of: SafeText(longer)) <= width {
                lines[lines.count - 1] = longer
            } else {
                lines.append(String(key))
            }
        }
        return lines.map { SafeText($0) }
    }
}
