internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// A row of cards of the same size that scrolls sideways, with parts of the neighbours visible at the edges. A card
/// that is taller than the row scrolls within it.
struct HorizontalContainerView {
    let model: ContainerModel
    let forms: [CardID: FormState]
    let frame: ContainerFrame
    let context: DrawContext
    let pressed: PressedButton?
    /// Whether the container has the keys. Only then a card looks selected.
    let hasKeys: Bool

    private var viewport: Rect { frame.viewport }

    func draw(_ painter: Painter, cache: inout LayoutCache) -> ContainerResult {
        var result = ContainerResult(
            report: ContainerReport(id: model.id, viewport: viewport, selection: model.selection))
        let items = model.window.items
        guard !items.isEmpty, !viewport.isEmpty else { return result }

        let width = cardColumns
        let metrics = frame.metrics(columns: width, context.theme.shape)
        let source = LayoutSource(model, forms: forms, metrics: metrics, context)
        source.exchange(&cache)
        defer { source.exchange(&cache) }

        let carousel = resolve(width: width)
        let selection = carousel.selection
        let tallest = tallest(near: carousel.visible, columns: width, source)
        result.report.tallest = tallest
        let height = min(viewport.size.rows, tallest.rows)
        let line = resolveLine(source, selection: selection, height: height, metrics: metrics)
        let inset = self.inset(carousel, width: width)
        result.report.selection = items[selection].id
        result.report.anchor = ScrollAnchor(
            card: items[selection].id, line: line, column: carousel.start(of: selection) - carousel.offset)
        result.visible = carousel.visible
        result.isWhole =
            items.count == model.window.totalCount
            && items.count * (width + frame.gap) - frame.gap <= viewport.size.columns

        let marks = ShownMarks(model, selection: selection)
        let area = painter.clipped(to: viewport)
        for index in carousel.visible {
            let layout = source.layout(index)
            let isSelected = index == selection
            var metrics = metrics
            metrics.minRows = height
            let rows = metrics.height(of: layout)
            let top = isSelected ? -line : 0
            let outline = layout.outline(frameRows: metrics.top)
            let view = CardView(
                item: items[index], layout: layout, metrics: metrics, isSelected: isSelected && hasKeys,
                isMarked: marks.contains(index),
                pinnedRow: outline.pinsTitle(at: CardPlace(top: top, height: rows, in: height)) ? -top : nil,
                focus: isSelected && hasKeys && items[index].id == model.selection ? model.focus : nil,
                context: context, pressed: pressed?.card == items[index].id ? pressed?.position : nil)
            let column = inset + carousel.start(of: index) - carousel.offset
            // A card that is taller than the row is cut at the row's end, without a bottom edge.
            let shown = area.clipped(
                to: Rect(column: 0, row: 0, columns: viewport.size.columns, rows: height))
            let menu = view.draw(
                shown.clipped(to: Rect(column: column, row: top, columns: width, rows: rows)))
            var report = CardReport(
                id: items[index].id, version: items[index].version, top: top, height: rows, folds: layout.folds,
                links: layout.links, outline: outline)
            let shownColumns = min(viewport.size.columns, column + width) - max(0, column)
            report.isHalfAcross = 2 * shownColumns >= width
            report.isWhollyAcross = shownColumns >= width
            result.report.cards.append(report)
            let corner = Point(column: viewport.minColumn + column, row: viewport.minRow + top)
            let sight = Rect(origin: viewport.origin, size: Size(columns: viewport.size.columns, rows: height))
            result.pictures += view.pictures(inRows: max(0, -top)..<max(0, -top) + height)
            view.addHits(to: &result.hits, container: model.id, menu: menu, origin: corner, viewport: sight)
            if isSelected {
                result.hiddenAbove = report.hiddenAbove
                result.hiddenBelow = report.hiddenBelow(viewportHeight: height)
                let row = min(max(corner.row + view.cursor.row, viewport.minRow), viewport.minRow + height - 1)
                let left = min(max(corner.column + view.cursor.column, viewport.minColumn), viewport.maxColumn - 1)
                result.cursor = Point(column: left, row: row)
            }
        }
        result.report.viewport.size = Size(columns: viewport.size.columns, rows: height)
        return result
    }

    /// The rows of the cards if there is room for all of them.
    func naturalRows(cache: inout LayoutCache) -> Int {
        guard !model.window.items.isEmpty, !viewport.isEmpty else { return viewport.size.rows }
        let width = cardColumns
        let source = LayoutSource(
            model, forms: forms, metrics: frame.metrics(columns: width, context.theme.shape), context)
        source.exchange(&cache)
        defer { source.exchange(&cache) }
        return tallest(near: resolve(width: width).visible, columns: width, source).rows
    }

    /// The height of all cards: that of the tallest card near the visible ones, or of a taller one seen earlier. Thus a
    /// long row of cards need not be laid out completely, and does not change its height while it scrolls.
    private func tallest(
        near visible: Range<Int>, columns: Int, _ source: LayoutSource
    ) -> ContainerReport.Tallest {
        let items = model.window.items
        let margin = max(Self.minMargin, visible.count)
        let near = max(0, visible.lowerBound - margin)..<min(items.count, visible.upperBound + margin)
        var highest = ContainerReport.Tallest(card: items[visible.lowerBound].id, columns: columns, rows: 0)
        for index in near where source.height(index) > highest.rows {
            highest.card = items[index].id
            highest.rows = source.height(index)
        }
        guard let known = model.tallest, known.columns == columns, known.rows > highest.rows,
            let index = items.firstIndex(where: { $0.id == known.card }), !near.contains(index)
        else { return highest }
        return known
    }

    /// The number of cards to consider at either side of the visible ones.
    private static let minMargin = 4

    /// The width of each card: the configured width, or the whole viewport for a single card that fills it; at most the
    /// viewport's width.
    private var cardColumns: Int {
        let isLone = model.window.totalCount == 1
        if isLone, model.options.loneCard == .fill { return viewport.size.columns }
        return min(max(1, model.options.cardWidth), viewport.size.columns)
    }

    /// The columns left of all cards: a single card may be centred.
    private func inset(_ carousel: CarouselResolver, width: Int) -> Int {
        guard carousel.count == 1, model.options.loneCard == .center else { return 0 }
        return (viewport.size.columns - width) / 2
    }

    private func resolve(width: Int) -> CarouselResolver {
        var selection = model.selectedIndex ?? 0
        let anchor = model.anchor.flatMap { anchor in
            model.window.items.firstIndex { $0.id == anchor.card }.map { (index: $0, column: anchor.column) }
        }
        func carousel(_ selection: Int, isRevealing: Bool) -> CarouselResolver {
            CarouselResolver(
                count: model.window.items.count, columns: viewport.size.columns, width: width, gap: frame.gap,
                selection: selection, anchor: anchor, snaps: model.options.scrollMode == .snap,
                isRevealing: isRevealing)
        }
        if case .halfPages(let pages)? = model.scrollIntent {
            let step = max(1, carousel(selection, isRevealing: false).fitting / 2)
            selection = min(max(0, selection + pages * step), model.window.items.count - 1)
        }
        return carousel(selection, isRevealing: model.scrollIntent != nil)
    }

    /// The line of the selected card that is in the viewport's first row.
    private func resolveLine(_ source: LayoutSource, selection: Int, height: Int, metrics: CardMetrics) -> Int {
        let id = model.window.items[selection].id
        let last = max(0, source.height(selection) - height)
        var line = model.anchor?.card == id ? model.anchor?.line ?? 0 : 0
        switch model.scrollIntent {
        case .lines(let lines): line += lines
        case .grown(id, let rows): line += source.height(selection) - rows
        case .revealSelection(.bottom) where model.anchor?.card == id: line = last
        case .revealFocus, .keepFocus:
            guard let rows = model.focus.flatMap({ source.layout(selection).rows(of: $0) }) else { break }
            // The row above may be covered by the pinned title.
            if rows.lowerBound + metrics.top <= line {
                line = model.scrollIntent == .keepFocus ? 0 : rows.lowerBound + metrics.top - 1
            }
            if rows.upperBound + metrics.top > line + height { line = rows.upperBound + metrics.top - height }
        case .revealTitle(let element):
            let outline = source.layout(selection).outline(frameRows: metrics.top)
            let place = CardPlace(top: -line, height: source.height(selection), in: height)
            if !outline.isRecognizable(with: element, at: place) {
                line = outline.firstRow(showing: element, in: height)
            }
        default: break
        }
        return min(max(0, line), last)
    }
}
