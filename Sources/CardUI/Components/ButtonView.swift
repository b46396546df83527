internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// One button: its key, icon and label between two edges.
struct ButtonView {
    let target: FocusTarget
    /// Edges and inner spaces included.
    let width: Int
    private let key: SafeText
    private let icon: IconSign?
    private let label: SafeText
    /// The label, where there is not room for all of it; nil where there is.
    let cut: SafeText?
    private let isPrimary: Bool
    private let isAvailable: Bool

    /// Two edges and a space inside each.
    private static let padding = 4
    /// Keys reach nine buttons; the others are pressed by focus.
    private static let lastKey = 9

    /// - Parameters:
    ///   - number: Position among all buttons of the layout, from 0.
    ///   - width: Columns there are.
    ///   - isAvailable: Whether the source of the card does what it is for.
    init(
        _ button: Card.Button, number: Int, icon: IconSign?, width: Int, forms: [StyleScope: TextForm] = [:],
        isAvailable: Bool = true
    ) {
        self.isAvailable = isAvailable
        target = .button(number)
        isPrimary = button.style == .primary
        key = number < Self.lastKey ? "\(number + 1) " : .empty
        var label = SafeText(button.text, limit: 500).formed(
            as: forms[button.style.scope])
        let leaves = if case .openLink = button.action { true } else { false }
        if leaves { label = "\(label) \(Glyph.external)" }
        var room = max(1, width - Self.padding - TextLayout.width(of: key))
        // What the button says matters more than its picture, and one sign that it leaves is enough.
        self.icon = room > 4 && !(leaves && icon?.isExternal == true) ? icon : nil
        let iconWidth = self.icon.map { $0.width + 1 } ?? 0
        room -= iconWidth
        self.label = TextLayout.truncate(label, width: room)
        cut = TextLayout.width(of: label) > room ? label : nil
        self.width = Self.padding + TextLayout.width(of: key) + iconWidth + TextLayout.width(of: self.label)
    }

    /// - Parameter width: Columns to fill; at least the button's own.
    func add(to row: inout CardRow, at column: Int, width: Int, isWaiting: Bool) {
        let edges = Glyph.buttonEdges
        let isWaiting = isWaiting || !isAvailable
        let scope: StyleScope = isWaiting ? .buttonDisabled : isPrimary ? .buttonPrimary : .buttonSecondary
        let edge: StyleScope = isWaiting ? .buttonDisabled : isPrimary ? .buttonPrimaryEdge : .buttonSecondaryEdge
        let focused: StyleScope = isPrimary ? .buttonPrimaryFocused : .buttonSecondaryFocused
        func add(_ text: SafeText, at column: inout Int, _ scope: StyleScope, focusedText: SafeText? = nil) {
            column += row.add(
                text, at: column, scope: scope, element: target, focusedScope: focused, focusedText: focusedText)
        }
        let spare = width - self.width
        row.add(edges.left, at: column, scope: edge)
        row.add(edges.right, at: column + width - 1, scope: edge)
        row.addRegion(column..<column + width, .element(target))
        var column = column + 1
        // The pointer shows the focus where colours do not.
        let before = SafeText.spaces(spare / 2 + 1)
        add(before, at: &column, scope, focusedText: SafeText.spaces(spare / 2) + Glyph.pointer)
        if !key.isEmpty { add(key, at: &column, isPrimary || isWaiting ? scope : .buttonKey) }
        if let icon {
            column += row.add(icon, at: column, scope: scope, element: target, focusedScope: focused)
            add(" ", at: &column, scope)
        }
        add(label + SafeText.spaces(spare - spare / 2 + 1), at: &column, scope)
    }
}

extension Card.Button.Style {
    /// The look of a button of this style.
    var scope: StyleScope {
        switch self {
        case .primary: .buttonPrimary
        case .secondary: .buttonSecondary
        }
    }
}

extension SafeText {
    static func spaces(_ count: Int) -> SafeText {
        count > 0 ? SafeText(String(repeating: " ", count: count)) : .empty
    }
}
