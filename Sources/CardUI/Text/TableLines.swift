/// The cells of a table in the form of GitHub's Markdown, as they are written in the lines of a paragraph.
struct TableLines {
    /// Where the texts of a column stand.
    enum Alignment {
        case leading, center, trailing

        /// The columns left of a text.
        func offset(of text: Int, in width: Int) -> Int {
            switch self {
            case .leading: 0
            case .center: max(0, width - text) / 2
            case .trailing: max(0, width - text)
            }
        }
    }

    /// The lines of the paragraph above the table.
    let lead: [Substring]
    let header: [String]
    let alignments: [Alignment]
    /// Not more cells than the header has; a row may have fewer. Further cells are part of the last one.
    let rows: [[String]]
    /// Whether the line below the table is a rule.
    var endsWithRule = false

    /// The table in the lines of a paragraph: the line above the first delimiter row is the header, and all lines below
    /// it are rows. Nil if there is no delimiter row, or if the header has another number of cells.
    init?(_ lines: [Substring]) {
        for index in lines.indices.dropFirst() {
            guard let alignments = Self.alignments(of: lines[index]) else { continue }
            let header = Self.cells(of: lines[index - 1])
            guard header.count == alignments.count else { continue }
            lead = Array(lines[..<(index - 1)])
            self.header = header
            self.alignments = alignments
            rows = lines[(index + 1)...].map { line in
                let cells = Self.cells(of: line)
                guard cells.count > header.count else { return cells }
                // Users who answer a question must see all of its text, so no cell is left out.
                let last = cells[(header.count - 1)...].joined(separator: " | ")
                return cells[..<(header.count - 1)] + [last]
            }
            return
        }
        return nil
    }

    /// The alignment of each column if the line is a delimiter row, such as `|:--|--:|`; nil for any other line. One
    /// column needs a bar too, because a line of dashes alone makes the text above it a title.
    static func alignments(of line: Substring) -> [Alignment]? {
        guard isDelimiter(line.utf8) else { return nil }
        var marks: [Alignment] = []
        for cell in cells(of: line) {
            let (starts, ends) = (cell.hasPrefix(":"), cell.hasSuffix(":"))
            let dashes = cell.utf8.dropFirst(starts ? 1 : 0).dropLast(ends ? 1 : 0)
            guard !dashes.isEmpty, dashes.allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
            marks.append(ends ? (starts ? .center : .trailing) : .leading)
        }
        return marks
    }

    /// Whether a line may be a delimiter row, also within a quotation.
    static func isDelimiter(_ line: Substring.UTF8View) -> Bool {
        var hasBar = false
        var hasDash = false
        for byte in line {
            switch byte {
            case UInt8(ascii: "|"): hasBar = true
            case UInt8(ascii: "-"): hasDash = true
            case UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: ">"): break
            default: return false
            }
        }
        return hasBar && hasDash
    }

    /// The cells of a row, without the blanks around them. A bar after a backslash belongs to its cell.
    static func cells(of line: Substring) -> [String] {
        let bytes = Array(line.utf8)
        var cells: [String] = []
        var cell: [UInt8] = []
        var index = bytes.firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.count
        if index < bytes.count, bytes[index] == UInt8(ascii: "|") { index += 1 }
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "|"):
                cells.append(trimmed(cell))
                cell = []
            case UInt8(ascii: "\\") where index + 1 < bytes.count:
                if bytes[index + 1] != UInt8(ascii: "|") { cell.append(bytes[index]) }
                index += 1
                cell.append(bytes[index])
            default: cell.append(bytes[index])
            }
            index += 1
        }
        let last = trimmed(cell)
        return last.isEmpty ? cells : cells + [last]
    }

    private static func trimmed(_ cell: [UInt8]) -> String {
        let start = cell.drop { $0 == UInt8(ascii: " ") }
        let end = start.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? start.startIndex
        return String(decoding: start[..<end], as: UTF8.self)
    }
}
