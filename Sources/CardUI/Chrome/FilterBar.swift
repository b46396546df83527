internal import AppCore
internal import Canvas
internal import Theming

/// The last row while the user types a filter: the text and, beside it, the number of matches or why the text is not a
/// valid filter.
struct FilterBar {
    let line: FilterOverlay
    /// The number of cards that match.
    let count: Int
    let isPartial: Bool
    let context: DrawContext

    /// The text shown beside the filter.
    private var note: SafeText {
        if let problem = line.problem { return "\(Glyph.failure) \(SafeText(problem, limit: 300))" }
        if let unfinished = line.unfinished {
            let key = context.keys.completeFilter.string
            return SafeText(Strings.Filter.unfinished(unfinished.word, unfinished.key, key: key), limit: 300)
        }
        if let expectation = line.expectation { return SafeText(expectation, limit: 300) }
        return SafeText(Strings.Filter.found(count, isPartial: isPartial))
    }

    /// The part of the note that gets its own place if there is no room beside the filter.
    var remark: Toast? {
        line.problem.map { Toast($0, kind: .failure) } ?? line.expectation.map { Toast($0, kind: .information) }
    }

    /// Whether the whole remark fits beside the filter. If not, it needs its own place.
    func hasRoomForRemark(columns: Int) -> Bool {
        let typed = TextLayout.width(of: SafeText(line.field.text))
        return 3 + typed + 4 + TextLayout.width(of: note) <= columns
    }

    /// Draws into one row, and returns the position of the text cursor.
    /// - Parameter showsRemark: Whether a remark is drawn in this row, cut off if it is too long.
    func draw(_ painter: Painter, showsRemark: Bool) -> Point {
        let theme = context.theme
        let columns = painter.size.columns
        painter.write("/", at: Point(column: 1, row: 0), style: theme[.hintKey])
        let note = remark == nil || showsRemark ? note : .empty
        let typed = TextLayout.width(of: SafeText(line.field.text))
        // The filter takes the room it needs; the note gets the rest.
        let room = max(0, columns - 3 - max(min(typed, columns / 2), 12) - 4)
        let shown = TextLayout.truncate(note, width: room)
        let width = TextLayout.width(of: shown)
        painter.write(
            shown, at: Point(column: columns - 1 - width, row: 0),
            style: theme[line.problem == nil ? .hintText : .toastFailure])
        let view = FieldView(line.field, columns: max(1, columns - 3 - width - 4), lines: 1)
        if line.field.text.isEmpty {
            let hint = TextLayout.truncate(SafeText(Strings.Filter.hint), width: max(0, columns - 3 - width - 4))
            painter.write(hint, at: Point(column: 3, row: 0), style: theme[.inputPlaceholder])
        } else if let text = view.lines.first {
            var style = theme[.inputValueFocused]
            if line.field.isSelected { style.attributes.insert(.reverse) }
            painter.write(text, at: Point(column: 3, row: 0), style: style)
        }
        return Point(column: 3 + view.caret.column, row: 0)
    }
}
