internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// The row above the first card of a group, or in place of all cards of a folded group: a symbol for its state, its
/// name, its number of cards, and a line to the edge.
struct GroupHeadingView {
    let heading: CardHeading
    /// Whether the group itself is selected: it is folded, and the container has the keys.
    let isSelected: Bool
    let context: DrawContext

    func draw(_ painter: Painter) {
        let theme = context.theme
        let columns = painter.size.columns
        if isSelected {
            let edge: Unicode.Scalar = theme.shape.border == .ascii ? "#" : Glyph.selectedEdge
            painter.verticalLine(at: .zero, rows: 1, edge, style: theme[.cardBorderSelected])
        }
        let sign = heading.isFolded ? Glyph.pointer : Glyph.unfold
        painter.write(sign, at: Point(column: 1, row: 0), style: theme[.headerCount])
        let count = SafeText(Strings.Header.count(heading.count))
        let name = SafeText(Strings.Order.heading(heading.group, at: context.now, in: context.zone), limit: 300)
        let countWidth = TextLayout.width(of: count) + 2
        // In a narrow row only the name is shown.
        let hasCount = columns - 3 - countWidth >= Self.minNameColumns
        let shown = TextLayout.truncate(name, width: max(0, columns - 4 - (hasCount ? countWidth : 0)))
        let scope: StyleScope = isSelected ? .cardTitleSelected : .header
        var column = 3 + painter.write(shown, at: Point(column: 3, row: 0), style: theme[scope])
        if hasCount {
            column += 2 + painter.write(count, at: Point(column: column + 2, row: 0), style: theme[.headerCount])
        }
        if columns - column > 2 {
            context.drawRule(painter, at: Point(column: column + 1, row: 0), columns: columns - column - 1)
        }
    }

    /// The columns that are always kept for the name.
    private static let minNameColumns = 12
}

extension ContainerResult {
    /// Draws the heading of an item, if it has one. A click on this row folds and unfolds the group.
    ///
    /// - Parameters:
    ///   - row: The first row of the item, relative to the viewport's first row.
    ///   - area: A painter that is clipped to the viewport.
    mutating func addHeading(
        of item: CardWindow.Item, isSelected: Bool, hasKeys: Bool, at row: Int, _ area: Painter, _ context: DrawContext
    ) {
        let viewport = report.viewport
        guard row >= 0, row < viewport.size.rows, item.headingRows > 0, let heading = item.heading else { return }
        let rect = Rect(column: 0, row: row, columns: viewport.size.columns, rows: 1)
        GroupHeadingView(heading: heading, isSelected: isSelected && hasKeys && heading.isFolded, context: context)
            .draw(area.clipped(to: rect))
        let place = rect.offset(columns: viewport.minColumn, rows: viewport.minRow)
        hits.append(HitRegion(rect: place, target: .group(report.id, heading.group)))
        if isSelected, heading.isFolded { cursor = Point(column: place.minColumn + 1, row: place.minRow) }
    }
}
