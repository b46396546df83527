internal import Canvas
internal import Theming
internal import ViewModels

/// The last row: how fresh the cards are at the left, in words and a sign; at the right the keys that matter now.
struct FooterView {
    let status: StatusLine
    let hints: [KeyHint]
    let context: DrawContext

    func draw(_ painter: Painter) {
        let theme = context.theme
        let columns = painter.size.columns
        let (glyph, scope) = tone
        painter.write(glyph, at: Point(column: 1, row: 0), style: theme[scope])
        let text = TextLayout.truncate(SafeText(status.text), width: max(0, columns - 4))
        let used = painter.write(text, at: Point(column: 3, row: 0), style: theme[.status]) + 3

        var fitting: [(key: SafeText, word: SafeText)] = []
        var width = 0
        for hint in hints {
            let pair = (key: SafeText(hint.key), word: SafeText(hint.word))
            let pairWidth =
                TextLayout.width(of: pair.key) + 1 + TextLayout.width(of: pair.word) + (fitting.isEmpty ? 0 : 2)
            if used + 3 + width + pairWidth > columns - 1 { break }
            width += pairWidth
            fitting.append(pair)
        }
        // Less than two hints are no help.
        guard fitting.count > 1 else { return }
        var column = columns - 1 - width
        for pair in fitting {
            column += painter.write(pair.key, at: Point(column: column, row: 0), style: theme[.hintKey]) + 1
            column += painter.write(pair.word, at: Point(column: column, row: 0), style: theme[.hintText]) + 2
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
