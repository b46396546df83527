internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

extension CardLayoutBuilder {
    /// Cuts the rows from `first` on to what the author wants shown at first, and adds the control that shows the
    /// rest, or hides it again. Short text stays as it is.
    mutating func fold(from first: Int, at position: Int, _ expand: ClickToExpand) {
        let limit = max(1, expand.maxDisplayLines)
        let count = layout.rows.count - first
        guard count > limit else { return }
        let isUnfolded = unfolded.contains(position)
        if !isUnfolded { layout.rows.removeLast(count - limit) }
        let label = SafeText(isUnfolded ? expand.hideTextLabel : expand.showTextLabel, limit: 200)
        let sign = isUnfolded ? Glyph.fold : Glyph.unfold
        let element = FocusTarget.fold(position)
        let words = TextLayout.truncate("\(sign) \(label)", width: width)
        var row = CardRow()
        let columns = row.add(words, at: 0, scope: .cardExpand, element: element, focusedScope: .cardExpandFocused)
        row.addRegion(0..<columns, .element(element))
        layout.elements.append((target: element, rows: layout.rows.count..<layout.rows.count + 1))
        layout.folds.append(position)
        addRow(row)
    }
}
