import Canvas

/// The lines in which a snapshot of a screen differs from the recorded one, described so that the files are not needed.
struct SnapshotDifference: CustomStringConvertible {
    let description: String

    /// A recorded or drawn snapshot, split into its parts.
    private struct Planes {
        let text: [String]
        /// The meaning of each cell's letter, row by row.
        let meanings: [[String]]
        /// What the letters do not express.
        let remarks: [String]

        init(_ picture: String) {
            var parts: [[String]] = [[]]
            for line in picture.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
                if line == ScopeSnapshot.rule { parts.append([]) } else { parts[parts.count - 1].append(line) }
            }
            parts += Array(repeating: [], count: max(0, 3 - parts.count))
            var names: [Character: String] = [".": "default"]
            for line in parts[2] where line.dropFirst().first == " " {
                line.first.map { names[$0] = String(line.dropFirst(2)) }
            }
            text = parts[0]
            meanings = parts[1].map { row in row.map { names[$0] ?? "letter \($0)" } }
            remarks = parts[2].filter { $0.hasPrefix("row ") }
        }
    }

    /// Nil if both snapshots are the same.
    init?(recorded: String, drawn: String) {
        guard recorded != drawn else { return nil }
        let (old, new) = (Planes(recorded), Planes(drawn))
        var lines: [String] = []
        for (row, pair) in Self.pairs(old.text, new.text, filler: "") where pair.0 != pair.1 {
            lines += Self.lines(row: row, recorded: pair.0, drawn: pair.1)
        }
        for (row, pair) in Self.pairs(old.meanings, new.meanings, filler: []) where pair.0 != pair.1 {
            lines += Self.words(row: row, recorded: pair.0, drawn: pair.1)
        }
        lines += old.remarks.filter { !new.remarks.contains($0) }.map { "recorded, but not drawn: \($0)" }
        lines += new.remarks.filter { !old.remarks.contains($0) }.map { "drawn, but not recorded: \($0)" }
        description =
            lines.isEmpty ? "Only the letters and their meanings differ." : lines.joined(separator: "\n")
    }

    private static func pairs<Row>(_ old: [Row], _ new: [Row], filler: Row) -> [(Int, (Row, Row))] {
        (0..<max(old.count, new.count)).map { row in
            (row, (row < old.count ? old[row] : filler, row < new.count ? new[row] : filler))
        }
    }

    /// Both lines, one below the other, with a mark below every column that differs.
    private static func lines(row: Int, recorded: String, drawn: String) -> [String] {
        let (old, new) = (columns(recorded), columns(drawn))
        var marks = ""
        for column in 0..<max(old.count, new.count) {
            let (before, after) = (column < old.count ? old[column] : " ", column < new.count ? new[column] : " ")
            if before != after { marks += String(repeating: " ", count: column - marks.count) + "^" }
        }
        let title = "row \(row + 1)"
        let indent = String(repeating: " ", count: title.count)
        return [
            "\(title) recorded │\(recorded)", "\(indent) drawn    │\(drawn)", "\(indent)          │\(marks)",
        ]
    }

    /// One entry for each column. A wide glyph has a second entry, which is empty.
    private static func columns(_ line: String) -> [String] {
        line.flatMap { glyph in
            let width = TextLayout.width(of: SafeText(String(glyph)))
            return [String(glyph)] + Array(repeating: "", count: max(0, width - 1))
        }
    }

    /// A description of the differences, for example `row 3, columns 5-9: card.title instead of text`.
    private static func words(row: Int, recorded: [String], drawn: [String]) -> [String] {
        let changes = pairs(recorded, drawn, filler: "default").map {
            $1.0 == $1.1 ? nil : "\($1.1) instead of \($1.0)"
        }
        var lines: [String] = []
        var start = 0
        while start < changes.count {
            let end = changes[start...].firstIndex { $0 != changes[start] } ?? changes.count
            if let change = changes[start] {
                lines.append("row \(row + 1), \(ScopeSnapshot.columns(start..<end)): \(change)")
            }
            start = end
        }
        return lines
    }
}
