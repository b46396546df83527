internal import AppCore
internal import Canvas
internal import Theming

/// The last row: how fresh the cards are at the left, in words and a sign; at the right the keys that matter now. Where
/// there is little room the way to all keys, help, stays the longest.
struct FooterView {
    let status: StatusLine
    /// What the cards are filtered by, where no header shows it.
    let filter: String?
    let hints: [KeyNames.Hint]
    let state: AppState
    let context: DrawContext

    /// Draws it, and returns what its hints are for, with their columns.
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
        // One hint is no help, unless it is the way to all of them.
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

    /// What the words leave to hints: help always has its place and, where the words still have most of the row, so has
    /// refreshing.
    private func columnsKept(of columns: Int, at focus: CommandFocus) -> Int {
        var kept = 0
        // By position, as below: a loop over the hints copies each of them.
        for index in hints.indices where weight(of: index, columns: columns) == .help {
            guard hints[index].hint.isAvailable(in: state, at: focus) else { continue }
            kept += hints[index].columns + Self.gap
        }
        return kept == 0 ? 0 : kept + Self.margin - Self.gap
    }

    /// Between two hints.
    private static let gap = 2
    /// With as many columns the words about a trouble share the row with the key that asks again.
    private static let comfortable = 76
    /// Between the status and the hints.
    private static let margin = 3
    /// With fewer columns the status needs them all.
    private static let narrowest = 24

    /// The hints that can be used now and fit beside each other, in their order: those that weigh most are taken first.
    /// Stops asking at the first one without room.
    private func fitting(in room: Int, of columns: Int, at focus: CommandFocus) -> [KeyNames.Hint] {
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

    /// Without a connection there is a reason to refresh.
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
