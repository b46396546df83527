internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// A container as a list: rows of cards, and the selected card in full if there is room for it or it is open.
struct ListContainerView {
    let model: ContainerModel
    let forms: [CardID: FormState]
    /// The container's layout without a list.
    let frame: ContainerFrame
    let places: ListLayout
    let context: DrawContext
    let pressed: PressedButton?
    /// Whether the container has the keys.
    let hasKeys: Bool

    func draw(_ painter: Painter, cache: inout LayoutCache) -> ContainerResult {
        var result: ContainerResult
        if let rows = places.rows {
            result = ListRowsView(model: model, viewport: rows, context: context, hasKeys: hasKeys).draw(
                painter, cache: &cache)
        } else {
            // The scroll position of the rows is kept.
            var report = ContainerReport(
                id: model.id, viewport: places.card ?? frame.viewport, anchor: model.anchor,
                selection: model.selection)
            report.isList = true
            result = ContainerResult(report: report)
        }
        guard let viewport = places.card,
            let index = result.report.selection.flatMap(model.window.position(of:)),
            !model.window.items[index].isFoldedGroup
        else { return result }
        add(card(at: index, in: viewport, painter, cache: &cache), at: index, to: &result)
        return result
    }

    /// Draws the selected card as the only card of a container.
    private func card(
        at index: Int, in viewport: Rect, _ painter: Painter, cache: inout LayoutCache
    ) -> ContainerResult {
        var frame = frame
        frame.viewport = viewport
        frame.isBoxed = frame.isBoxed && viewport.size.columns >= ContainerFrame.minColumnsBoxed
        var item = model.window.items[index]
        // The heading is drawn above the row.
        item.heading = nil
        var shown = model
        shown.window = CardWindow(items: [item], hasMoreAfter: true, totalCount: 1, hasEverHadCard: true)
        shown.selection = item.id
        shown.focus = item.id == model.selection ? model.focus : nil
        shown.anchor = model.list.anchor.flatMap { $0.card == item.id ? $0 : nil }
        shown.scrollIntent = intent
        shown.marks = Marks()
        let view = VerticalContainerView(
            model: shown, forms: forms, frame: frame, context: context, pressed: pressed,
            hasKeys: hasKeys && model.isReadingCard)
        let result = view.draw(painter, cache: &cache)
        // The next key press most likely shows a neighbour.
        let first = max(0, index - 1)
        shown.window.items = Array(model.window.items[first..<min(index + 2, model.window.items.count)])
        let source = LayoutSource(shown, forms: forms, metrics: view.metrics, context)
        source.exchange(&cache)
        source.layOutLater(around: index - first..<index - first + 1)
        source.exchange(&cache)
        return result
    }

    /// The scroll intent for the card. Its title is visible in its row, if the rows are shown.
    private var intent: ScrollIntent? {
        if let intent = model.list.scrollIntent { return intent }
        switch model.scrollIntent {
        case .revealFocus, .keepFocus, .revealElement: return model.scrollIntent
        case .revealTitle(let element):
            return places.rows == nil ? model.scrollIntent : element.map { .revealElement($0) }
        case .revealSelection: return model.isReadingCard ? model.scrollIntent : nil
        case .lines, .halfPages, .grown, .toStart, .toEnd, nil: return nil
        }
    }

    private func add(_ card: ContainerResult, at index: Int, to result: inout ContainerResult) {
        result.hits += card.hits
        result.pictures += card.pictures
        (result.hiddenAbove, result.hiddenBelow) = (card.hiddenAbove, card.hiddenBelow)
        if model.isReadingCard || places.rows == nil { result.cursor = card.cursor }
        if places.rows == nil { result.visible = index..<index + 1 }
        guard let report = card.report.cards.first else { return }
        result.report.preview = ContainerReport.Preview(
            viewport: card.report.viewport, card: report, anchor: card.report.anchor)
    }
}
