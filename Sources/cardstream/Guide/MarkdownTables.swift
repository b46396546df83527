/// Turns the tables of a page into lists, which read well in every terminal and manual page.
enum MarkdownTables {
    /// Each row becomes an item: the first cell, and the others after it. A heading whose columns after the first have
    /// names stays as a line above the list.
    static func asLists(_ lines: [Substring]) -> [String] {
        var result: [String] = []
        var isInTable = false
        for (index, line) in lines.enumerated() {
            guard line.hasPrefix("|") else {
                isInTable = false
                result.append(String(line))
                continue
            }
            let cells = cells(of: line)
            if isRule(cells) { continue }
            let isHeading = !isInTable && index + 1 < lines.count && isRule(self.cells(of: lines[index + 1]))
            isInTable = true
            if isHeading {
                // A table of two columns without names has a title in its first one.
                if cells.dropFirst().allSatisfy(\.isEmpty), let title = cells.first, !title.isEmpty {
                    result += ["### \(title)", ""]
                }
            } else if let first = cells.first {
                let others = cells.dropFirst().filter { !$0.isEmpty }
                result.append(others.isEmpty ? "- \(first)" : "- \(first): \(others.joined(separator: "; "))")
            }
        }
        return result
    }

    private static func isRule(_ cells: [String]) -> Bool {
        !cells.isEmpty && cells.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 == "-" || $0 == ":" } }
    }

    /// The cells of a row; a bar after a backslash belongs to its cell.
    private static func cells(of line: Substring) -> [String] {
        var cells: [String] = []
        var cell = ""
        var isEscaped = false
        for character in line.dropFirst() {
            if character == "|", !isEscaped {
                cells.append(trimmed(cell))
                cell = ""
            } else {
                if isEscaped, character != "|" { cell.append("\\") }
                if character != "\\" || isEscaped { cell.append(character) }
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return cells
    }

    private static func trimmed(_ cell: String) -> String {
        let start = cell.drop { $0 == " " }
        return String(
            start.prefix(
                (start.lastIndex { $0 != " " }).map { start.distance(from: start.startIndex, to: $0) + 1 } ?? 0))
    }
}
