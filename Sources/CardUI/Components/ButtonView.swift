internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// One button: its key, icon and label between two edges.
struct ButtonView {
    let target: FocusTarget
    /// The columns of the button, including edges and inner spaces.
    let width: Int
    private let key: SafeText
    private let icon: InlineIcon?
    private let label: SafeText
    /// The full label, if it was truncated; nil if it fits.
    let cut: SafeText?
    private let isPrimary: Bool
    private let isAvailable: Bool

    /// Two edges, and a space inside each edge.
    private static let padding = 4
    /// The first nine buttons have number keys; the others can only be pressed when they have the focus.
    private static let lastKey = 9

    /// - Parameters:
    ///   - number: The position among all buttons of the layout, from 0.
    ///   - width: The columns available.
    ///   - isAvailable: Whether the source of the card supports the button's action.
    init(
        _ button: Card.Button, number: Int, icon: InlineIcon?, width: Int, forms: [StyleScope: TextForm] = [:],
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
        // The label matters more than the icon, and one symbol for an external link is enough.
        self.icon = room > 4 && !(leaves && icon?.isExternal == true) ? icon : nil
        let iconWidth = self.icon.map { $0.width + 1 } ?? 0
        room -= iconWidth
        self.label = TextLayout.truncate(label, width: room)
        cut = TextLayout.width(of: label) > room ? label : nil
        self.width = Self.padding + TextLayout.width(of: key) + iconWidth + TextLayout.width(of: self.label)
    }

    /// - Parameter width: The columns to fill; at least the button's own width.
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
        // The pointer shows the focus on terminals without colours.
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
    /// The scope of a button with this style.
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
