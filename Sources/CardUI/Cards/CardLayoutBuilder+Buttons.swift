internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

extension CardLayoutBuilder {
    /// A button cut to the width, with what it takes to draw it.
    private struct Block {
        let target: FocusTarget
        let button: Button
        var label: SafeText
        /// Edges and inner spaces included.
        var width: Int
    }

    /// Two edges and a space inside each.
    private static let padding = 4
    private static let gap = 2

    mutating func addButtons(_ container: ButtonContainer) {
        var blocks: [Block] = []
        for button in container.buttons { blocks.append(block(button)) }
        switch container.layout {
        case .vertical:
            let widest = blocks.map(\.width).max() ?? 0
            for block in blocks { addRow(of: [block], container.width, equalWidth: widest) }
        case .horizontal:
            var line: [Block] = []
            var used = 0
            for block in blocks {
                if !line.isEmpty, used + Self.gap + block.width > width {
                    addRow(of: line, container.width, equalWidth: nil)
                    line = []
                    used = 0
                }
                used += block.width + (line.isEmpty ? 0 : Self.gap)
                line.append(block)
            }
            if !line.isEmpty { addRow(of: line, container.width, equalWidth: nil) }
        }
    }

    private mutating func block(_ button: Button) -> Block {
        let index = buttonCount
        buttonCount += 1
        var label = SafeText(button.text, limit: 200)
        if let icon = Glyph.icon(button.icon?.name) { label = "\(icon) \(label)" }
        if case .toLink = button.action { label = "\(label) \(Glyph.external)" }
        // Keys reach nine buttons; the others are pressed by focus.
        if index < 9 { label = "\(index + 1) \(label)" }
        label = TextLayout.truncate(label, width: max(1, width - Self.padding))
        return Block(
            target: .button(index), button: button, label: label,
            width: TextLayout.width(of: label) + Self.padding)
    }

    /// - Parameter equalWidth: The width of every button of the container, where they stand under each other.
    private mutating func addRow(of blocks: [Block], _ alignment: ButtonContainer.Width, equalWidth: Int?) {
        let gaps = Self.gap * (blocks.count - 1)
        let natural = blocks.reduce(gaps) { $0 + max($1.width, equalWidth ?? 0) }
        let free = max(0, width - natural)
        var column =
            switch alignment {
            case .hugLeading, .fill: 0
            case .hugCenter: free / 2
            case .hugTrailing: free
            }
        var row = CardRow()
        let index = layout.rows.count
        for (position, block) in blocks.enumerated() {
            var target = max(block.width, equalWidth ?? 0)
            if alignment == .fill {
                // What does not divide evenly goes to the first ones.
                target += free / blocks.count + (position < free % blocks.count ? 1 : 0)
            }
            add(block, width: target, at: column, to: &row)
            layout.elements.append((target: block.target, rows: index..<index + 1))
            column += target + Self.gap
        }
        addRow(row)
    }

    private func add(_ block: Block, width: Int, at column: Int, to row: inout CardRow) {
        let isPrimary = block.button.style == .primary
        let edges = isPrimary ? Glyph.primaryEdges : Glyph.secondaryEdges
        let scope: StyleScope =
            isWaiting ? .buttonDisabled : isPrimary ? .buttonPrimary : .buttonSecondary
        let focused: StyleScope = isPrimary ? .buttonPrimaryFocused : .buttonSecondaryFocused
        let spare = width - block.width
        let inner: SafeText = " \(Self.spaces(spare / 2))\(block.label)\(Self.spaces(spare - spare / 2)) "
        row.add(edges.left, at: column, scope: scope)
        row.add(inner, at: column + 1, scope: scope, element: block.target, focusedScope: focused)
        row.add(edges.right, at: column + width - 1, scope: scope)
        row.addRegion(column..<column + width, .element(block.target))
    }

    static func spaces(_ count: Int) -> SafeText {
        count > 0 ? SafeText(String(repeating: " ", count: count)) : .empty
    }
}
