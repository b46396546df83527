import Canvas

/// In which lines a picture of a screen differs from the recorded one, in words that can be read without the files.
struct PictureDifference: CustomStringConvertible {
    let description: String

    /// Nil where both are the same.
    init?(recorded: String, drawn: String) {
        guard recorded != drawn else { return nil }
        let (old, new) = (Self.planes(recorded), Self.planes(drawn))
        var lines: [String] = []
        for (row, pair) in Self.pairs(old.text, new.text) where pair.0 != pair.1 {
            lines += Self.lines(row: row, recorded: pair.0, drawn: pair.1)
        }
        for (row, pair) in Self.pairs(old.scopes, new.scopes) where pair.0 != pair.1 {
            lines += Self.words(row: row, recorded: pair.0, drawn: pair.1)
        }
        lines += old.remarks.filter { !new.remarks.contains($0) }.map { "recorded, but not drawn: \($0)" }
        lines += new.remarks.filter { !old.remarks.contains($0) }.map { "drawn, but not recorded: \($0)" }
        description = lines.isEmpty ? "The letters' meanings below the picture differ." : lines.joined(separator: "\n")
    }

    private static func planes(_ picture: String) -> (text: [String], scopes: [String], remarks: [String]) {
        var parts: [[String]] = [[]]
        for line in picture.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line == ScopePicture.rule, parts.count < 3 {
                parts.append([])
            } else {
                parts[parts.count - 1].append(line)
            }
        }
        parts += Array(repeating: [], count: 3 - parts.count)
        return (parts[0], parts[1], parts[2].filter { $0.hasPrefix("row ") })
    }

    private static func pairs(_ old: [String], _ new: [String]) -> [(Int, (String, String))] {
        (0..<max(old.count, new.count)).map { row in
            (row, (row < old.count ? old[row] : "", row < new.count ? new[row] : ""))
        }
    }

    /// Both lines under each other, and a mark under every column that differs.
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

    /// One entry a column; a wide glyph has a second one that is empty.
    private static func columns(_ line: String) -> [String] {
        line.flatMap { glyph in
            let width = TextLayout.width(of: SafeText(String(glyph)))
            return [String(glyph)] + Array(repeating: "", count: max(0, width - 1))
        }
    }

    /// For example `row 3, columns 5-9: card.title instead of text`.
    private static func words(row: Int, recorded: String, drawn: String) -> [String] {
        let (old, new) = (Array(recorded), Array(drawn))
        let changes: [Change?] = (0..<max(old.count, new.count)).map { column in
            let change = Change(
                old: column < old.count ? old[column] : ".", new: column < new.count ? new[column] : ".")
            return change.old == change.new ? nil : change
        }
        var lines: [String] = []
        var start = 0
        while start < changes.count {
            let end = changes[start...].firstIndex { $0 != changes[start] } ?? changes.count
            if let change = changes[start] {
                let (before, after) = (ScopeLetters.name(of: change.old), ScopeLetters.name(of: change.new))
                lines.append("row \(row + 1), \(ScopePicture.columns(start..<end)): \(after) instead of \(before)")
            }
            start = end
        }
        return lines
    }

    private struct Change: Equatable {
        let old: Character
        let new: Character
    }
}
