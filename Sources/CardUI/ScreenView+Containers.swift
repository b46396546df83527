internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

extension ScreenView {
    /// What is out of sight of the container that has the keys.
    struct OutOfSight {
        var container: ContainerID?
        var newBelow = 0
        var linesBelow = 0
    }

    mutating func drawTabs(_ painter: Painter) {
        guard let row = screen.tabs else { return }
        let view = TabsView(screens: state.screens, shown: state.screenIndex, context: context)
        for tab in view.draw(painter.clipped(to: row)) {
            report.hits.append(HitRegion(rect: Self.part(tab.columns, of: row), target: .screen(tab.index)))
        }
    }

    /// Draws all containers of the screen, and the modal one over them.
    mutating func drawContainers(_ painter: Painter, cache: inout LayoutCache) -> OutOfSight {
        var marks = OutOfSight()
        let modal = state.modal
        report.places = state.places(in: screen.body)
        if report.places.isEmpty { drawNothing(painter) }
        for place in report.places {
            guard let model = state.container(place.container) else { continue }
            if state.launch != .ready {
                // As the seed has it, strips and single cards have no first screen of their own.
                if model.kind == .vertical || report.places.count == 1 { drawLaunch(painter, model, in: place.rect) }
                continue
            }
            let hasKeys = model.id == state.focusedContainer?.id
            let found = draw(
                model, in: place.rect, hasKeys: hasKeys, isBehind: modal != nil, painter, cache: &cache)
            if hasKeys { marks = found }
        }
        if let modal { marks = draw(modal: modal, painter, cache: &cache) }
        return marks
    }

    private mutating func draw(
        _ model: ContainerModel, in rect: Rect, hasKeys: Bool, isBehind: Bool, _ painter: Painter,
        cache: inout LayoutCache
    ) -> OutOfSight {
        let frame = ContainerFrame(model, in: rect, surroundings: screen.surroundings)
        var context = context
        context.isBehind = isBehind
        let result = drawCards(of: model, frame, hasKeys: hasKeys, context, painter, cache: &cache)
        if hasKeys { report.cursor = result.cursor }
        if model.window.items.isEmpty {
            if let failure = state.accessFailure, model.kind == .vertical || report.places.count == 1 {
                draw(failure, painter, in: frame.viewport)
            } else {
                drawEmpty(model, painter, in: frame.viewport, hasKeys: hasKeys)
            }
        }
        let new = model.arrivals.counts(in: model.window, visible: result.visible)
        if let header = frame.header {
            // The header shows the selection that holds after scrolling.
            var shown = model
            shown.selection = result.report.selection
            let view = HeaderView(
                model: shown, newAbove: new.above, newAfter: model.kind == .horizontal ? new.below : 0,
                linesAbove: hasKeys ? result.hiddenAbove : 0, isMarked: hasKeys && report.places.count > 1,
                context: context)
            let marks = view.draw(painter.clipped(to: header))
            if let marker = marks.new {
                report.hits.append(HitRegion(rect: Self.part(marker, of: header), target: .newCardsAbove(model.id)))
            }
            if let filter = marks.filter {
                report.hits.append(HitRegion(rect: Self.part(filter, of: header), target: .filter(model.id)))
            }
        } else if hasKeys {
            hiddenFilter = model.typedFilter?.text
        }
        if let footer = frame.footer {
            let area = painter.clipped(to: footer)
            if model.kind == .horizontal {
                var shown = model
                shown.selection = result.report.selection
                DotsView(model: shown, context: context).draw(
                    painter.clipped(to: footer.offset(rows: frame.spareRows(result.report))))
            } else {
                let text = TextLayout.truncate(SafeText(model.options.footerMessage), width: footer.size.columns)
                let column = (footer.size.columns - TextLayout.width(of: text)) / 2
                area.write(text, at: Point(column: column, row: 0), style: context.theme[.containerEmpty])
            }
        }
        return OutOfSight(
            container: model.id, newBelow: model.kind == .horizontal ? 0 : new.below, linesBelow: result.hiddenBelow)
    }

    private mutating func drawCards(
        of model: ContainerModel, _ frame: ContainerFrame, hasKeys: Bool, _ context: DrawContext, _ painter: Painter,
        cache: inout LayoutCache
    ) -> ContainerResult {
        let result =
            if model.kind == .horizontal {
                HorizontalContainerView(
                    model: model, forms: state.forms, frame: frame, context: context, pressed: state.pressed,
                    hasKeys: hasKeys
                ).draw(painter, cache: &cache)
            } else {
                VerticalContainerView(
                    model: model, forms: state.forms, frame: frame, context: context, pressed: state.pressed,
                    hasKeys: hasKeys
                ).draw(painter, cache: &cache)
            }
        report.containers.append(result.report)
        report.hits += result.hits
        report.pictures += result.pictures
        return result
    }

    // MARK: Modal

    /// The first card of a modal container over everything else, which is dimmed and does not answer to clicks.
    private mutating func draw(
        modal model: ContainerModel, _ painter: Painter, cache: inout LayoutCache
    ) -> OutOfSight {
        var backdrop = context.theme[.textDim]
        backdrop.attributes.insert(.dim)
        let all = Rect(origin: .zero, size: Size(columns: painter.size.columns, rows: screen.body.maxRow))
        painter.clipped(to: all).restyle(backdrop)
        report.hits = []
        report.pictures = []
        var frame = ContainerFrame(model, in: screen.body, surroundings: screen.surroundings)
        let source = LayoutSource(
            model, forms: state.forms,
            metrics: CardMetrics(isBoxed: frame.isBoxed, columns: frame.viewport.size.columns),
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
        painter.clipped(to: margin.intersection(screen.body)).clear(style: context.theme[.base])
        let result = drawCards(of: model, frame, hasKeys: true, context, painter, cache: &cache)
        report.cursor = result.cursor
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

    // MARK: Without cards

    /// All containers are collapsed: the screen says why rather than to stay blank.
    private mutating func drawNothing(_ painter: Painter) {
        guard let model = state.focusedContainer else { return }
        if let failure = state.accessFailure {
            draw(failure, painter, in: screen.body)
        } else if state.launch == .ready {
            drawEmpty(model, painter, in: screen.body, hasKeys: true)
        } else {
            drawLaunch(painter, model, in: screen.body)
        }
    }

    private mutating func drawEmpty(_ model: ContainerModel, _ painter: Painter, in area: Rect, hasKeys: Bool) {
        var message = MessageView(columns: area.size.columns)
        if model.window.isPartial {
            message.add(SafeText(Strings.Filter.looking), style: context.theme[.containerEmpty])
        } else if let typed = model.typedFilter {
            message.add(SafeText(Strings.Filter.nothing(typed.text), limit: 300), style: context.theme[.containerEmpty])
            message.add(
                SafeText(Strings.Filter.wayBack(key: context.keys.back.string)), style: context.theme[.textDim])
        } else if !model.options.filter().isEmpty, model.window.hasEverHadCard {
            message.add(SafeText(Strings.Filter.nothingConfigured), style: context.theme[.containerEmpty])
        } else if model.window.hasEverHadCard {
            message.add(Glyph.success, style: context.theme[.statusLive])
            message.add(SafeText(model.options.allCardsCompleted), style: context.theme[.containerEmpty])
        } else {
            message.add(SafeText(model.options.awaitingFirstCard), style: context.theme[.containerEmpty])
        }
        let first = message.draw(painter.clipped(to: area)).first
        guard hasKeys else { return }
        report.cursor = Point(column: area.minColumn + first.column, row: area.minRow + first.row)
    }

    /// The first screen.
    private mutating func drawLaunch(_ painter: Painter, _ model: ContainerModel, in rect: Rect) {
        let area = ContainerFrame(model, in: rect, surroundings: screen.surroundings).viewport
        if case .failed(let failure) = state.launch { return draw(failure, painter, in: area) }
        var message = MessageView(columns: area.size.columns)
        message.add("\(SafeText(Strings.Launch.loading)) …", style: context.theme[.launch])
        draw(message, painter, in: area)
    }

    private mutating func draw(_ failure: LaunchFailure, _ painter: Painter, in area: Rect) {
        let theme = context.theme
        var message = MessageView(columns: area.size.columns)
        message.add("\(Glyph.failure) \(SafeText(failure.message, limit: 400))", style: theme[.launchFailure])
        if let detail = failure.detail, !detail.isEmpty {
            message.add(SafeText(detail, limit: 400), style: theme[.launch])
        }
        message.addGap()
        let label: SafeText = "\(SafeText(Strings.Launch.tryAgain)) (\(context.keys.refresh))"
        message.addButton("▐ \(label) ▌", style: theme[.buttonPrimary])
        draw(message, painter, in: area)
    }

    private mutating func draw(_ message: MessageView, _ painter: Painter, in area: Rect) {
        let (button, first) = message.draw(painter.clipped(to: area))
        report.cursor = Point(column: area.minColumn + first.column, row: area.minRow + first.row)
        if let button {
            let rect = button.offset(columns: area.minColumn, rows: area.minRow)
            report.hits.append(HitRegion(rect: rect, target: .retry))
            report.cursor = Point(column: rect.minColumn + 2, row: rect.minRow)
        }
    }

    static func part(_ columns: Range<Int>, of row: Rect) -> Rect {
        Rect(column: row.minColumn + columns.lowerBound, row: row.minRow, columns: columns.count, rows: 1)
    }
}
