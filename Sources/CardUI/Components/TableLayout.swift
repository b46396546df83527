internal import Canvas
internal import Theming

/// Breaks a table into rows: in columns below a header with a rule, or, if the columns do not fit, as one line for each
/// cell with the name of its column.
struct TableLayout {
    let table: MarkdownTable
    /// The style scope of the cells.
    let scope: StyleScope
    /// The first column of the rows.
    let column: Int

    /// The most columns of a name that is repeated in each row, so that a long name does not multiply the work.
    private static let longestName = 30

    /// The rows for a width. At least one.
    func rows(width: Int) -> [CardRow] {
        let width = max(1, width)
        let rows = TableColumns.widths(of: table, in: width).map(grid) ?? records(width: width)
        return rows.isEmpty ? [CardRow()] : rows
    }

    // MARK: In columns

    private func grid(_ widths: [Int]) -> [CardRow] {
        var starts: [Int] = []
        var end = column
        for width in widths {
            starts.append(end)
            end += width + TableColumns.gap
        }
        func lines(_ cells: [RichText], _ scope: StyleScope) -> [CardRow] {
            var lines: [CardRow] = []
            for (index, cell) in cells.enumerated() where !cell.text.isEmpty {
                let rows = cell.rows(
                    width: widths[index], column: starts[index], scope: scope, alignment: table.alignments[index])
                for (line, row) in rows.enumerated() {
                    if line == lines.count { lines.append(CardRow()) }
                    lines[line].add(row, shiftedBy: 0)
                }
            }
            return lines.isEmpty ? [CardRow()] : lines
        }
        var result: [CardRow] = []
        if table.header.contains(where: { !$0.text.isEmpty }) {
            result = lines(table.header, .textStrong)
            var rule = CardRow()
            let columns = end - TableColumns.gap - column
            rule.add(SafeText(String(repeating: "─", count: columns)), at: column, scope: .textDim)
            result.append(rule)
        }
        let rows = table.rows.map { lines($0, scope) }
        // Where cells take several lines, only a gap shows where a row ends.
        let isApart = rows.contains { $0.count > 1 }
        for (index, lines) in rows.enumerated() {
            if isApart, index > 0 { result.append(CardRow()) }
            result += lines
        }
        return result
    }

    // MARK: Line by line

    /// One line for each cell, and a blank row between the rows of the table.
    private func records(width: Int) -> [CardRow] {
        var result: [CardRow] = []
        for record in fields {
            if !result.isEmpty { result.append(CardRow()) }
            for field in record { result += field.rows(width: width, column: column, scope: scope, hangingIndent: 2) }
        }
        return result
    }

    /// One line for each row of the table, for users of screen readers.
    var spoken: [CardRow] {
        let rows = fields.flatMap { record in
            let texts = record.map(\.onOneLine).flatMap { [RichText("; "), $0] }.dropFirst()
            return RichText.joined(Array(texts)).rows(width: .max, column: column, scope: scope)
        }
        return rows.isEmpty ? [CardRow()] : rows
    }

    /// The cells of each row, with the names of their columns; the names alone if there is no row. Only the first row
    /// has the names of empty cells, because all text of a table must be visible.
    private var fields: [[RichText]] {
        let names = table.header.map { $0.onOneLine.marked(.strong) }
        guard !table.rows.isEmpty else { return [names.filter { !$0.text.isEmpty }] }
        let short = names.map { RichText(TextLayout.truncate($0.text, width: Self.longestName), markup: .strong) }
        var result: [[RichText]] = []
        for cells in table.rows {
            let isFirst = result.isEmpty
            let fields = (0..<(isFirst ? names.count : cells.count)).compactMap { index -> RichText? in
                let cell = index < cells.count ? cells[index] : RichText(.empty)
                // The links of the header can be pressed in the first row.
                let name = isFirst ? names[index] : short[index]
                if cell.text.isEmpty { return isFirst && !name.text.isEmpty ? .joined([name, RichText(":")]) : nil }
                return name.text.isEmpty ? cell : .joined([name, RichText(": "), cell])
            }
            if !fields.isEmpty { result.append(fields) }
        }
        return result
    }
}
