internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

extension ScreenView {
    /// The first card of a modal container over everything else, which is dimmed and does not answer to clicks.
    mutating func draw(
        modal model: ContainerModel, _ painter: Painter, cache: inout LayoutCache
    ) -> OutOfSight {
        let backdrop = context.theme[.modalBackdrop]
        let all = Rect(origin: .zero, size: Size(columns: painter.size.columns, rows: screen.body.maxRow))
        painter.clipped(to: all).restyle(backdrop)
        // What is behind does not answer, but the way to other screens stays.
        report.hits.removeAll { if case .screen = $0.target { false } else { true } }
        report.pictures = []
        var frame = ContainerFrame(
            model, in: screen.body, surroundings: screen.surroundings, shape: context.theme.shape)
        let context = context.drawn(for: model.options.appearance)
        let source = LayoutSource(
            model, forms: state.forms,
            metrics: CardMetrics(
                isBoxed: frame.isBoxed, columns: frame.viewport.size.columns, padding: context.theme.shape.padding),
            gallery: context.gallery)
        source.exchange(&cache)
        let height = source.height(0)
        source.exchange(&cache)
        // A row for how many come after it.
        if model.window.totalCount > 1, frame.viewport.size.rows > 3 {
            frame.viewport.size = Size(
                columns: frame.viewport.size.columns, rows: frame.viewport.size.rows - 1)
        }
        frame.viewport = Self.place(height, model.options.modalPosition, in: frame.viewport)
        // A margin keeps the card apart from what is behind it.
        let margin = Rect(
            column: frame.viewport.minColumn - 2, row: frame.viewport.minRow - 1,
            columns: frame.viewport.size.columns + 4, rows: frame.viewport.size.rows + 2)
        painter.clipped(to: margin.intersection(screen.body)).clear(style: context.theme[.modal])
        let result = drawCards(of: model, frame, hasKeys: true, context, painter, cache: &cache)
        report.cursor = result.cursor
        report.sizes[model.id] = frame.viewport.size
        drawRemaining(model, below: frame.viewport, painter.clipped(to: all))
        return OutOfSight(container: model.id, linesBelow: result.hiddenBelow)
    }

    /// How many cards come after this one.
    private func drawRemaining(_ model: ContainerModel, below rect: Rect, _ painter: Painter) {
        let left = model.window.totalCount - 1
        guard left > 0 else { return }
        let text = SafeText(Strings.Arrivals.more(left))
        let column = rect.minColumn + (rect.size.columns - TextLayout.width(of: text)) / 2
        painter.write(text, at: Point(column: column, row: rect.maxRow), style: context.theme[.containerMore])
    }

    /// The rows of a modal card. One that is taller than the screen starts at the top and scrolls.
    static func place(_ height: Int, _ position: ContainerOptions.ModalPosition, in rect: Rect) -> Rect {
        guard height < rect.size.rows else { return rect }
        let spare = rect.size.rows - height
        let top =
            switch position {
            case .top(let offset): min(max(0, offset), spare)
            case .center: spare / 2
            case .bottom(let offset): spare - min(max(0, offset), spare)
            }
        return Rect(
            column: rect.minColumn, row: rect.minRow + top, columns: rect.size.columns, rows: height)
    }
}
