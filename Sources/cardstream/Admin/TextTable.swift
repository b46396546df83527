internal import Canvas

/// A table of text: columns as wide as needed, separated by two spaces.
struct TextTable {
    private var rows: [[SafeText]]
    /// The widths of the columns so far.
    private var widths: [Int] = []

    init(_ titles: [String]) {
        rows = []
        add(titles)
    }

    /// - Parameter cells: One cell for each title. Control characters are removed.
    mutating func add(_ cells: [String]) {
        let row = cells.map { SafeText($0, limit: 80) }
        rows.append(row)
        for (column, cell) in row.enumerated() {
            let width = TextLayout.width(of: cell)
            if column < widths.count { widths[column] = max(widths[column], width) } else { widths.append(width) }
        }
    }

    var isEmpty: Bool { rows.count == 1 }

    /// The lines since the last call, for a table that is printed while it grows.
    mutating func takeLines() -> [String] {
        defer { rows = [] }
        return lines
    }

    var lines: [String] {
        rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell.string
                // The last column is not padded.
                if column < row.count - 1 {
                    line += String(repeating: " ", count: widths[column] - TextLayout.width(of: cell) + 2)
                }
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// A timestamp without its fraction: `2026-11-21 09:30:00`.
    static func time(_ text: String) -> String { String(text.prefix(19)).replacing("T", with: " ") }
}
