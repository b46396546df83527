internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// The buttons of a layout, beside or below each other.
struct ButtonsView: ComponentView {
    let container: Card.ButtonContainer

    private static let gap = 2

    func add(to builder: inout CardLayoutBuilder) {
        var buttons: [ButtonView] = []
        for button in container.buttons {
            let icon = builder.icon(button.icon, beside: button.style.scope)
            buttons.append(
                ButtonView(
                    button, number: builder.buttonCount, icon: icon, width: builder.width,
                    forms: builder.settings.forms,
                    isAvailable: button.action.responseKind.map(builder.capabilities.allows) ?? true))
            builder.buttonCount += 1
        }
        switch container.layout {
        case .vertical:
            let widest = buttons.map(\.width).max() ?? 0
            for button in buttons { addRow(of: [button], equalWidth: widest, to: &builder) }
        case .horizontal:
            var line: [ButtonView] = []
            var used = 0
            for button in buttons {
                if !line.isEmpty, used + Self.gap + button.width > builder.width {
                    addRow(of: line, equalWidth: 0, to: &builder)
                    line = []
                    used = 0
                }
                used += button.width + (line.isEmpty ? 0 : Self.gap)
                line.append(button)
            }
            if !line.isEmpty { addRow(of: line, equalWidth: 0, to: &builder) }
        }
    }

    /// - Parameter equalWidth: The minimum width of each button.
    private func addRow(of buttons: [ButtonView], equalWidth: Int, to builder: inout CardLayoutBuilder) {
        let gaps = Self.gap * (buttons.count - 1)
        let natural = buttons.reduce(gaps) { $0 + max($1.width, equalWidth) }
        let free = max(0, builder.width - natural)
        var column =
            switch container.width {
            case .hugLeading, .fill: 0
            case .hugCenter: free / 2
            case .hugTrailing: free
            }
        var row = CardRow()
        let index = builder.layout.rows.count
        var targets: [FocusTarget] = []
        for (position, button) in buttons.enumerated() {
            var width = max(button.width, equalWidth)
            if container.width == .fill {
                // Columns that cannot be divided evenly go to the first buttons.
                width += free / buttons.count + (position < free % buttons.count ? 1 : 0)
            }
            button.add(to: &row, at: column, width: width, isWaiting: builder.isWaiting)
            targets.append(button.target)
            column += width + Self.gap
        }
        builder.addRow(row)
        // The full text of each truncated label follows, so that users can read it before they press the button.
        for whole in buttons.compactMap(\.cut) { builder.add(RichText(whole), column: Self.gap, scope: .textSecondary) }
        let rows = index..<builder.layout.rows.count
        builder.layout.elements += targets.map { CardOutline.Element(target: $0, rows: rows) }
    }
}
