internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

/// One button: its label between two edges.
struct ButtonView {
    let target: FocusTarget
    /// Edges and inner spaces included.
    let width: Int
    private let label: SafeText
    private let isPrimary: Bool

    /// Two edges and a space inside each.
    private static let padding = 4

    /// - Parameters:
    ///   - number: Position among all buttons of the layout, from 0.
    ///   - width: Columns there are.
    init(_ button: Button, number: Int, width: Int) {
        target = .button(number)
        isPrimary = button.style == .primary
        var label = SafeText(button.text, limit: 200)
        if let icon = Glyph.icon(button.icon?.name) { label = "\(icon) \(label)" }
        if case .toLink = button.action { label = "\(label) \(Glyph.external)" }
        // Keys reach nine buttons; the others are pressed by focus.
        if number < 9 { label = "\(number + 1) \(label)" }
        self.label = TextLayout.truncate(label, width: max(1, width - Self.padding))
        self.width = TextLayout.width(of: self.label) + Self.padding
    }

    /// - Parameter width: Columns to fill; at least the button's own.
    func add(to row: inout CardRow, at column: Int, width: Int, isWaiting: Bool) {
        let edges = isPrimary ? Glyph.primaryEdges : Glyph.secondaryEdges
        let scope: StyleScope = isWaiting ? .buttonDisabled : isPrimary ? .buttonPrimary : .buttonSecondary
        let focused: StyleScope = isPrimary ? .buttonPrimaryFocused : .buttonSecondaryFocused
        let spare = width - self.width
        let inner: SafeText = " \(SafeText.spaces(spare / 2))\(label)\(SafeText.spaces(spare - spare / 2)) "
        row.add(edges.left, at: column, scope: scope)
        row.add(inner, at: column + 1, scope: scope, element: target, focusedScope: focused)
        row.add(edges.right, at: column + width - 1, scope: scope)
        row.addRegion(column..<column + width, .element(target))
    }
}

extension SafeText {
    static func spaces(_ count: Int) -> SafeText {
        count > 0 ? SafeText(String(repeating: " ", count: count)) : .empty
    }
}
