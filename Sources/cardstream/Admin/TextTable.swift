internal import Canvas

/// A table of text: columns as wide as needed, separated by two spaces.
struct TextTable {
    private var rows: [[SafeText]]

    init(_ titles: [String]) { rows = [titles.map { SafeText($0) }] }

    /// - Parameter cells: One cell for each title. Control characters are removed.
    mutating func add(_ cells: [String]) { rows.append(cells.map { SafeText($0, limit: 80) }) }

    var isEmpty: Bool { rows.count == 1 }

    var lines: [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { $0.indices.contains(column) ? TextLayout.width(of: $0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
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
