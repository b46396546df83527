internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// A column of cards that scrolls. Also used for a single card.
struct VerticalContainerView {
    let model: ContainerModel
    let forms: [CardID: FormState]
    let frame: ContainerFrame
    let context: DrawContext
    let pressed: PressedButton?
    /// Whether the container has the keys. Only then a card looks selected.
    let hasKeys: Bool

    var metrics: CardMetrics { frame.metrics(columns: frame.viewport.size.columns, context.theme.shape) }

    func draw(_ painter: Painter, cache: inout LayoutCache) -> ContainerResult {
        let viewport = frame.viewport
        var result = ContainerResult(
            report: ContainerReport(id: model.id, viewport: viewport, selection: model.selection))
        let items = model.window.items
        guard !items.isEmpty, !viewport.isEmpty else { return result }

        let source = LayoutSource(model, forms: forms, metrics: metrics, context)
        source.exchange(&cache)
        defer { source.exchange(&cache) }
        let scroll = resolveScroll(source)
        let selection = scroll.selection.map { items[$0].id }
        result.report.selection = selection
        result.report.anchor = ScrollAnchor(card: items[scroll.top.index].id, line: scroll.top.line)
        result.visible = scroll.top.index..<scroll.top.index

        let marks = ShownMarks(model, selection: scroll.selection)
        let area = painter.clipped(to: viewport)
        var row = -scroll.top.line
        var index = scroll.top.index
        while index < items.count, row < viewport.size.rows {
            let height = source.height(index)
            if row + height > 0 {
                let isSelected = index == scroll.selection
                result.addHeading(
                    of: items[index], isSelected: isSelected, hasKeys: hasKeys, at: row, area, context)
                if source.isGroup(index) {
                    var report = CardReport(id: items[index].id, top: row, height: height)
                    report.isGroup = true
                    result.report.cards.append(report)
                } else {
                    let outline = source.outline(index)
                    let place = CardPlace(top: row, height: height, in: viewport.size.rows)
                    let view = CardView(
                        item: items[index], layout: source.layout(index), metrics: metrics,
                        isSelected: isSelected && hasKeys, isMarked: marks.contains(index),
                        pinnedRow: outline.pinsTitle(at: place) ? -row - source.headingRows(index) : nil,
                        focus: isSelected && hasKeys && selection == model.selection ? model.focus : nil,
                        context: context, pressed: pressed?.card == items[index].id ? pressed?.position : nil)
                    result.report.cards.append(
                        CardReport(
                            id: items[index].id, version: items[index].version, top: row, height: height,
                            folds: view.layout.folds, links: view.layout.links, outline: outline))
                    draw(view, at: row + source.headingRows(index), isSelected: isSelected, area, &result)
                }
                if isSelected, let report = result.report.cards.last {
                    result.hiddenAbove = max(0, report.hiddenAbove - source.headingRows(index))
                    result.hiddenBelow = report.hiddenBelow(viewportHeight: viewport.size.rows)
                }
                result.visible = result.visible.lowerBound..<index + 1
            } else {
                result.visible = index + 1..<index + 1
            }
            row += height
            drawRule(area, row: row, isLast: index == items.count - 1)
            row += frame.gap
            index += 1
        }
        source.layOutLater(around: result.visible)
        return result
    }

    private func draw(
        _ view: CardView, at row: Int, isSelected: Bool, _ area: Painter, _ result: inout ContainerResult
    ) {
        let viewport = frame.viewport
        // Only the heading of the item is visible.
        guard row < viewport.size.rows else { return }
        let size = Size(columns: viewport.size.columns, rows: metrics.height(of: view.layout))
        let menu = view.draw(area.clipped(to: Rect(origin: Point(column: 0, row: row), size: size)))
        let corner = Point(column: viewport.minColumn, row: viewport.minRow + row)
        result.pictures += view.pictures(inRows: max(0, -row)..<viewport.size.rows - row)
        view.addHits(to: &result.hits, container: model.id, menu: menu, origin: corner, viewport: viewport)
        if isSelected { result.cursor = cursor(of: view, at: corner) }
    }

    /// Draws the line below a card, if the theme has one and there is a free row.
    private func drawRule(_ area: Painter, row: Int, isLast: Bool) {
        let rules = context.theme.shape.rules
        let isWanted =
            isLast ? rules.contains(.bottom) && !model.window.hasMoreAfter : rules.contains(.between) && frame.gap > 0
        guard isWanted, row >= 0, row < area.size.rows else { return }
        context.drawRule(area, at: Point(column: 0, row: row), columns: area.size.columns)
    }

    /// The cursor position of the card, moved to the nearest visible row.
    private func cursor(of view: CardView, at corner: Point) -> Point {
        let viewport = frame.viewport
        let row = min(max(corner.row + view.cursor.row, viewport.minRow), viewport.maxRow - 1)
        let column = min(corner.column + view.cursor.column, viewport.maxColumn - 1)
        return Point(column: max(viewport.minColumn, column), row: row)
    }

    private func resolveScroll(_ source: LayoutSource) -> ScrollResolver {
        let items = model.window.items
        let selection = model.selectedIndex
        var anchor = model.anchor.flatMap { anchor in
            model.window.position(of: anchor.card).map { ScrollResolver.Position(index: $0, line: anchor.line) }
        }
        if case .grown(let card, let rows)? = model.scrollIntent, let index = anchor?.index, items[index].id == card {
            anchor?.line += source.height(index) - rows
        }
        var scroll = ScrollResolver(
            count: items.count, rows: frame.viewport.size.rows, gap: frame.gap, selection: selection,
            anchor: anchor, focus: model.focus, outline: source.outline, height: source.height)
        if let intent = model.scrollIntent {
            let element: FocusTarget? = if case .revealElement(let wanted) = intent { wanted } else { model.focus }
            let focusRows = selection.flatMap { index in element.flatMap { source.layout(index).rows(of: $0) } }
            let above = metrics.top + (selection.map(source.headingRows) ?? 0)
            scroll.resolve(intent, focusRows: focusRows.map { $0.lowerBound + above..<$0.upperBound + above })
        }
        return scroll
    }
}
