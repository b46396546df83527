internal import AppCore
internal import Canvas
internal import Theming

/// Draws jump labels: letters over the start of each element that can be reached with them.
struct JumpLabelsView {
    let jump: JumpOverlay
    /// The regions of the frame that the labels are drawn over.
    let hits: [HitRegion]
    let context: DrawContext

    func draw(_ painter: Painter) {
        var style = context.theme[.sheetKey]
        style.attributes.insert([.reverse, .bold])
        for label in jump.candidates {
            // An element that has disappeared since then gets no label.
            guard let rect = hits.first(where: { $0.target == label.target && !$0.rect.size.isEmpty })?.rect else {
                continue
            }
            let letters = SafeText(String(label.text.dropFirst(jump.typed.count)))
            let column = rect.minColumn + Self.offset(of: label.target) - (TextLayout.width(of: letters) - 1)
            painter.write(letters, at: Point(column: max(0, column), row: rect.minRow), style: style)
        }
    }

    /// The column of the label: in place of a button's number, else in the blank before the text, so that no word is
    /// hidden.
    private static func offset(of target: HitRegion.Target) -> Int {
        if case .element(_, _, .button(let position)) = target { position < 9 ? 2 : 0 } else { -1 }
    }
}
