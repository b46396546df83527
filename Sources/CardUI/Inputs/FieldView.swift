internal import AppCore
internal import Canvas

/// The visible part of a text field, which always includes the caret.
struct FieldView {
    let lines: [SafeText]
    /// The caret's position, relative to the first visible line.
    let caret: Point

    /// - Parameters:
    ///   - columns: The columns for text in each line. The caret may be one column further right.
    ///   - lines: The number of visible lines. With one line, the text scrolls sideways; with more, it wraps and
    ///     scrolls down.
    init(_ field: TextField, columns: Int, lines: Int) {
        let columns = max(1, columns)
        let before = SafeText(String(field.text.prefix(field.caret)), lines: .multiple)
        let after = SafeText(String(field.text.dropFirst(field.caret)), lines: .multiple)
        if lines == 1 {
            (self.lines, caret) = Self.single(before: before, after: after, columns: columns)
        } else {
            (self.lines, caret) = Self.multiple(before: before, after: after, columns: columns, lines: lines)
        }
    }

    private static func single(before: SafeText, after: SafeText, columns: Int) -> ([SafeText], Point) {
        let head = SafeText(before.string)
        let tail = SafeText(after.string)
        let headWidth = TextLayout.width(of: head)
        guard headWidth > columns else {
            return ([TextLayout.truncate(head + tail, width: columns)], Point(column: headWidth, row: 0))
        }
        // The end of the text before the caret, after an ellipsis.
        var kept = ""
        var used = 1
        for character in head.string.reversed() {
            let width = TextLayout.width(of: character)
            if used + width > columns { break }
            used += width
            kept.append(character)
        }
        return (["…" + SafeText(String(kept.reversed()))], Point(column: used, row: 0))
    }

    /// Wraps at columns, not at words, so that text does not jump while the user types.
    private static func multiple(
        before: SafeText, after: SafeText, columns: Int, lines: Int
    ) -> ([SafeText], Point) {
        var rows = [""]
        var used = 0
        var caret = Point.zero
        func append(_ text: SafeText) {
            for character in text.string {
                if character == "\n" {
                    rows.append("")
                    used = 0
                    continue
                }
                let width = TextLayout.width(of: character)
                if used + width > columns {
                    rows.append("")
                    used = 0
                }
                rows[rows.count - 1].append(character)
                used += width
            }
        }
        append(before)
        caret = Point(column: used, row: rows.count - 1)
        append(after)
        let first = max(0, min(caret.row - lines + 1, rows.count - lines))
        return (
            rows[first..<min(rows.count, first + lines)].map { SafeText($0) },
            Point(column: caret.column, row: caret.row - first)
        )
    }
}
