internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

extension ScreenView {
    /// Draws the first card of a modal container over everything else, which is dimmed and ignores clicks.
    mutating func draw(
        modal model: ContainerModel, _ painter: Painter, cache: inout LayoutCache
    ) -> OutOfSight {
        let all = Rect(origin: .zero, size: Size(columns: painter.size.columns, rows: screen.body.maxRow))
        // The containers behind ignore clicks, but the tabs still work.
        dim(painter, from: screen.body.minRow)
        report.hits.removeAll { if case .screen = $0.target { false } else { true } }
        report.pictures = []
        var frame = frame(of: model, in: screen.body)
        let context = context(of: model)
        var place = ModalLayout(frame, options: model.options, in: screen.body, shape: context.theme.shape)
        // The card has no frame of its own inside the modal frame.
        if place.frame != nil { frame.isBoxed = false }
        let source = LayoutSource(
            model, forms: state.forms.entries,
            metrics: frame.metrics(columns: place.card.size.columns, context.theme.shape),
            context)
        source.exchange(&cache)
        let height = source.height(0)
        source.exchange(&cache)
        let isFollowed = model.window.totalCount > 1
        // The number of the remaining cards is drawn on the frame, or in a row of its own if there is no frame.
        if place.frame == nil, isFollowed, place.card.size.rows > 3 { place.spareRow() }
        place.fit(rows: height)
        frame.viewport = place.card
        let ground = place.frame ?? place.card.inset(columns: -2, rows: -1).intersection(screen.body)
        report.areas[model.id] = ground
        drawGround(ground, hasFrame: place.frame != nil, painter, context.theme)
        let result = drawCards(of: model, frame, hasKeys: true, context, painter, cache: &cache)
        report.cursor = result.cursor
        if isFollowed { drawRemaining(model.window.totalCount - 1, place, painter.clipped(to: all), context.theme) }
        return OutOfSight(container: model.id, linesBelow: result.hiddenBelow)
    }

    /// Draws the frame or, without one, a margin that separates the card from what is behind it.
    private func drawGround(_ ground: Rect, hasFrame: Bool, _ painter: Painter, _ theme: Theme) {
        let area = painter.clipped(to: ground)
        area.clear(style: theme[.modal])
        if hasFrame { area.border(area.bounds, theme.shape.sheetBorder, style: theme[.sheetBorder]) }
    }

    /// Draws the number of cards that follow this one.
    private func drawRemaining(_ count: Int, _ place: ModalLayout, _ painter: Painter, _ theme: Theme) {
        let words = SafeText(Strings.Arrivals.more(count))
        let text: SafeText = place.frame == nil ? words : " \(words) "
        let column = place.card.minColumn + (place.card.size.columns - TextLayout.width(of: text)) / 2
        painter.write(text, at: Point(column: column, row: place.card.maxRow), style: theme[.containerMore])
    }
}
