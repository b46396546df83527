internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// Long content, cut to the number of lines that the author specifies, with a control that shows or hides the rest.
/// Short content is not changed.
struct FoldView: ComponentView {
    let expand: Card.ClickToExpand
    /// The position of the component in its layout.
    let position: Int
    let content: any ComponentView

    func add(to builder: inout CardLayoutBuilder) {
        let first = builder.layout.rows.count
        content.add(to: &builder)
        let limit = max(1, expand.maxDisplayLines)
        let count = builder.layout.rows.count - first
        guard count > limit else { return }
        let isUnfolded = builder.unfolded.contains(position)
        if !isUnfolded {
            builder.removeLast(count - limit)
            // A blank row would separate the text from its control.
            while builder.layout.rows.count > first, builder.layout.rows.last?.isBlank == true { builder.removeLast(1) }
        }
        addControl(isUnfolded: isUnfolded, to: &builder)
    }

    private func addControl(isUnfolded: Bool, to builder: inout CardLayoutBuilder) {
        let label = SafeText(isUnfolded ? expand.hideTextLabel : expand.showTextLabel, limit: 200)
        let sign = isUnfolded ? Glyph.fold : Glyph.unfold
        let element = FocusTarget.fold(position)
        let words = TextLayout.truncate("\(sign) \(label)", width: builder.width)
        var row = CardRow()
        let columns = row.add(words, at: 0, scope: .cardExpand, element: element, focusedScope: .cardExpandFocused)
        row.addRegion(0..<columns, .element(element))
        builder.addElement(element, rows: [row])
        builder.layout.folds.append(position)
    }
}
