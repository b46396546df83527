internal import AppCore
internal import Canvas
internal import Theming

/// The last row while a key sequence is incomplete: the keys pressed so far, and the keys that may follow.
struct ChordView {
    let state: AppState
    let context: DrawContext

    /// The columns between two continuations.
    private static let gap = 3

    func draw(_ painter: Painter) {
        let theme = context.theme
        let columns = painter.size.columns
        let pressed: SafeText = "\(SafeText(KeySequence.text(state.keyboard.pending))) …"
        var column = 1 + painter.write(pressed, at: Point(column: 1, row: 0), style: theme[.hintKey])
        let all = state.settings.keymap.continuations(of: state.keyboard.pending, in: state.keyLayer)
        for (index, next) in all.enumerated() {
            let key = SafeText(KeySequence.text(next.keys))
            let word = SafeText(next.command.entry.hint ?? next.command.help)
            let width = TextLayout.width(of: key) + 1 + TextLayout.width(of: word)
            let rest: SafeText = "+\(all.count - index)"
            // Continuations without room are shown as a number, such as "+3".
            let isLast = index == all.count - 1
            guard column + Self.gap + width + (isLast ? 0 : Self.gap + TextLayout.width(of: rest)) < columns else {
                painter.write(rest, at: Point(column: column + Self.gap, row: 0), style: theme[.hintText])
                return
            }
            let start = Point(column: column + Self.gap, row: 0)
            let used = painter.write(key, at: start, style: theme[.hintKey])
            painter.write(word, at: Point(column: start.column + used + 1, row: 0), style: theme[.hintText])
            column += Self.gap + width
        }
    }
}
