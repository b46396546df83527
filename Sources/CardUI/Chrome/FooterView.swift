internal import AppCore
internal import Canvas
internal import Theming

/// The last row: at the left a symbol and words for how current the cards are; at the right the keys that are useful
/// now. When there is little room, the key for help is the last to be dropped.
struct FooterView {
    let status: StatusLine
    /// The active filter, if no header shows it.
    let filter: String?
    let hints: [KeyHintCache.Hint]
    let state: AppState
    let context: DrawContext

    /// Draws the row, and returns the commands of its hints with their columns.
    func draw(_ painter: Painter) -> [(command: Command, columns: Range<Int>)] {
        let theme = context.theme
        let columns = painter.size.columns
        let (glyph, scope) = tone
        painter.write(glyph, at: Point(column: 1, row: 0), style: theme[scope])
        let focus = CommandFocus(state)
        let kept = columns < Self.narrowest ? 0 : columnsKept(of: columns, at: focus)
        let words = filter.map { "/ \($0) · \(status.text)" } ?? status.text
        let text = TextLayout.truncate(SafeText(words, limit: 300), width: max(0, columns - 4 - kept))
        let used = painter.write(text, at: Point(column: 3, row: 0), style: theme[.status]) + 3

        let fitting = fitting(in: columns - 1 - used - Self.margin, of: columns, at: focus)
        // A single hint is not useful, unless it is the one for help.
        guard fitting.count > 1 || fitting.first?.hint.command == .help else { return [] }
        var column = columns - 1 - fitting.reduce(-Self.gap) { $0 + $1.columns + Self.gap }
        return fitting.map { hint in
            painter.write(hint.key, at: Point(column: column, row: 0), style: theme[.hintKey])
            let word = Point(column: column + hint.keyColumns + 1, row: 0)
            painter.write(hint.word, at: word, style: theme[.hintText])
            defer { column += hint.columns + Self.gap }
            return (hint.hint.command, column..<column + hint.columns)
        }
    }

    /// The columns that the status leaves to hints: always those for help and, if the status still has most of the row,
    /// those for refresh.
    private func columnsKept(of columns: Int, at focus: CommandFocus) -> Int {
        var kept = 0
        // Iterates by index here and below, because a loop over the hints copies each of them.
        for index in hints.indices where weight(of: index, columns: columns) == .help {
            guard hints[index].hint.isAvailable(in: state, at: focus) else { continue }
            kept += hints[index].columns + Self.gap
        }
        return kept == 0 ? 0 : kept + Self.margin - Self.gap
    }

    /// The columns between two hints.
    private static let gap = 2
    /// From this number of columns on, the text about a connection problem shares the row with the key for refresh.
    private static let comfortable = 76
    /// The columns between the status and the hints.
    private static let margin = 3
    /// With fewer columns, the status gets the whole row.
    private static let narrowest = 24

    /// The hints that are available now and fit beside each other, in their original order. Those with the highest
    /// weight are taken first. Stops at the first one without room.
    private func fitting(in room: Int, of columns: Int, at focus: CommandFocus) -> [KeyHintCache.Hint] {
        var left = room + Self.gap
        var chosen: [Int] = []
        taking: for weight in KeyHint.Weight.allCases {
            for index in hints.indices where self.weight(of: index, columns: columns) == weight {
                guard hints[index].hint.isAvailable(in: state, at: focus) else { continue }
                guard hints[index].columns + Self.gap <= left else { break taking }
                chosen.append(index)
                left -= hints[index].columns + Self.gap
            }
        }
        return chosen.sorted().map { hints[$0] }
    }

    /// The weight of a hint. Without a connection, refresh is more important.
    private func weight(of index: Int, columns: Int) -> KeyHint.Weight {
        guard status.tone != .calm, hints[index].hint.command == .refresh else { return hints[index].hint.weight }
        return columns >= Self.comfortable ? .help : .way
    }

    private var tone: (SafeText, StyleScope) {
        switch status.tone {
        case .calm: ("●", .statusLive)
        case .busy: ("◌", .statusBusy)
        case .warning: ("○", .statusOffline)
        case .problem: ("✗", .statusOffline)
        }
    }
}
