internal import Canvas
internal import Theming
internal import ViewModels

/// The last row: how fresh the cards are at the left, in words and a sign; at the right the keys that matter now.
struct FooterView {
    let status: StatusLine
    let hints: [KeyNames.Hint]
    let state: AppState
    let context: DrawContext

    func draw(_ painter: Painter) {
        let theme = context.theme
        let columns = painter.size.columns
        let (glyph, scope) = tone
        painter.write(glyph, at: Point(column: 1, row: 0), style: theme[scope])
        let text = TextLayout.truncate(SafeText(status.text), width: max(0, columns - 4))
        let used = painter.write(text, at: Point(column: 3, row: 0), style: theme[.status]) + 3

        var fitting: [KeyNames.Hint] = []
        var width = 0
        for hint in hints {
            let hintWidth = hint.columns + (fitting.isEmpty ? 0 : 2)
            // What does not fit need not be asked for.
            if used + 3 + width + hintWidth > columns - 1 { break }
            guard hint.hint.isAvailable(in: state) else { continue }
            width += hintWidth
            fitting.append(hint)
        }
        // Less than two hints are no help.
        guard fitting.count > 1 else { return }
        var column = columns - 1 - width
        for hint in fitting {
            painter.write(hint.key, at: Point(column: column, row: 0), style: theme[.hintKey])
            let word = Point(column: column + hint.keyColumns + 1, row: 0)
            painter.write(hint.word, at: word, style: theme[.hintText])
            column += hint.columns + 2
        }
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
