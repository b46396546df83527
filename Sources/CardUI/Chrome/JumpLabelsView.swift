internal import AppCore
internal import Canvas
internal import Theming

/// Letters over the beginnings of what they lead to.
struct JumpLabelsView {
    let jump: JumpOverlay
    /// What the frame shows beneath.
    let hits: [HitRegion]
    let context: DrawContext

    func draw(_ painter: Painter) {
        var style = context.theme[.sheetKey]
        style.attributes.insert([.reverse, .bold])
        for label in jump.candidates {
            // What is gone meanwhile has no label any more.
            guard let rect = hits.first(where: { $0.target == label.target && !$0.rect.size.isEmpty })?.rect else {
                continue
            }
            let letters = SafeText(String(label.text.dropFirst(jump.typed.count)))
            let column = rect.minColumn + Self.offset(of: label.target) - (TextLayout.width(of: letters) - 1)
            painter.write(letters, at: Point(column: max(0, column), row: rect.minRow), style: style)
        }
    }

    /// In place of a button's number; else in the blank before, so that no word is hidden.
    private static func offset(of target: HitRegion.Target) -> Int {
        if case .element(_, _, .button(let position)) = target { position < 9 ? 2 : 0 } else { -1 }
    }
}
