/// Converts the tables of a page into lists, which are readable in every terminal and manual page.
enum MarkdownTables {
    /// A row with two columns becomes an item "first: second". In a row with more columns, each cell after the first
    /// becomes a line of the item, with the heading of its column. If only the first column has a heading, the heading
    /// is the title of the table.
    static func asLists(_ lines: [Substring]) -> [String] {
        var result: [String] = []
        var heads: [String] = []
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
                heads = cells
                if cells.dropFirst().allSatisfy(\.isEmpty), let title = cells.first, !title.isEmpty {
                    result += ["### \(title)", ""]
                }
            } else {
                result += item(cells, heads: heads)
            }
        }
        return result
    }

    /// The lines of a row's item. A backslash at the end of a line keeps the line break.
    private static func item(_ cells: [String], heads: [String]) -> [String] {
        guard let first = cells.first else { return [] }
        let others = zip(heads, cells).dropFirst().filter { !$0.1.isEmpty }
        if heads.count == 2, let second = others.first?.1 { return ["- \(first): \(second)"] }
        let lines = ["- \(first)"] + others.map { "  \($0): \($1)" }
        return lines.dropLast().map { $0 + "\\" } + lines.suffix(1)
    }

    private static func isRule(_ cells: [String]) -> Bool {
        !cells.isEmpty && cells.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 == "-" || $0 == ":" } }
    }

    /// The cells of a row; a bar after a backslash belongs to the cell.
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
