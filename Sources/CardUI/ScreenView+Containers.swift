internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

extension ScreenView {
    /// New cards and lines that are out of sight below, in the container that has the keys.
    struct OutOfSight {
        var container: ContainerID?
        /// The container's part of the screen; nil for a modal container, which covers the others.
        var place: Rect?
        var newBelow = 0
        var linesBelow = 0
    }

    mutating func drawTabs(_ painter: Painter) {
        guard let row = screen.tabs else { return }
        let news = state.screens.indices.map { state.newCount(onScreen: $0) }
        let view = TabsView(screens: state.screens, shown: state.screenIndex, newCounts: news, context: context)
        for tab in view.draw(painter.clipped(to: row)) {
            report.hits.append(HitRegion(rect: Self.part(tab.columns, of: row), target: .screen(tab.index)))
        }
    }

    /// Draws all containers of the screen, and the modal container over them.
    mutating func drawContainers(_ painter: Painter, cache: inout LayoutCache) -> OutOfSight {
        var marks = OutOfSight()
        let modal = state.modal
        report.places = places(cache: &cache)
        if report.places.isEmpty, !state.settings.isEmbedded { drawNothing(painter) }
        for place in report.places {
            guard let model = state.container(place.container) else { continue }
            if state.launch != .ready {
                // As in the Atomic SDKs, horizontal containers and single cards have no launch screen of their own.
                if showsScreenErrors(model) { drawLaunch(painter, model, in: place.rect) }
                continue
            }
            if place.isFolded {
                drawFoldedHeader(of: model, painter, in: place.rect)
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

    /// The positions of the containers. A horizontal container gets no more rows than its cards or its message need, so
    /// that no blank rows remain below it.
    private mutating func places(cache: inout LayoutCache) -> [Arrangement.Place] {
        let places = state.places(in: screen.body)
        guard places.count > 1, state.launch == .ready else { return places }
        var needs: [ContainerID: Int] = [:]
        var rooms: [ContainerID: Int] = [:]
        for place in places where !place.isFolded {
            guard let model = state.container(place.container), model.kind == .horizontal,
                model.hasWindow || !model.window.items.isEmpty
            else { continue }
            let frame = ContainerFrame(
                model, in: place.rect, surroundings: screen.surroundings, shape: themedContext(of: model).theme.shape,
                margin: paneMargin)
            guard !model.window.items.isEmpty else {
                needs[model.id] = frame.rows(forCards: emptyRows(of: model))
                continue
            }
            let view = HorizontalContainerView(
                model: model, forms: state.forms.entries, frame: frame, context: context(of: model), pressed: nil,
                hasKeys: false)
            needs[model.id] = frame.rows(forCards: view.naturalRows(cache: &cache))
            rooms[model.id] = place.rect.size.rows
        }
        guard !needs.isEmpty else { return places }
        let fitted = state.places(in: screen.body, needs: needs)
        for place in fitted where place.rect.size.rows == needs[place.container] {
            rowsToSpare[place.container] = rooms[place.container].map { max(0, $0 - place.rect.size.rows) }
        }
        return fitted
    }

    /// The drawing context for the views of a container.
    func context(of model: ContainerModel) -> DrawContext {
        var context = themedContext(of: model)
        context.capabilities = state.syncStatus.capabilities(of: model.streamID)
        context.votes = model.options.votes
        return context
    }

    /// The layout of a container.
    func frame(of model: ContainerModel, in rect: Rect) -> ContainerFrame {
        ContainerFrame(
            model, in: rect, surroundings: screen.surroundings + (rowsToSpare[model.id] ?? 0),
            shape: themedContext(of: model).theme.shape,
            margin: model.kind != .modal && report.places.count > 1 ? paneMargin : nil)
    }

    /// The columns at each side of a pane, the same for all panes; 0 on a narrow screen.
    private var paneMargin: Int { screen.body.size.columns < ContainerFrame.narrow ? 0 : 1 }

    /// Whether the container shows errors that affect all containers.
    private func showsScreenErrors(_ model: ContainerModel) -> Bool {
        model.kind == .vertical || (report.places.count == 1 && !state.settings.isEmbedded)
    }

    private mutating func draw(
        _ model: ContainerModel, in rect: Rect, hasKeys: Bool, isBehind: Bool, _ painter: Painter,
        cache: inout LayoutCache
    ) -> OutOfSight {
        let frame = frame(of: model, in: rect)
        var context = context(of: model)
        context.isBehind = context.isBehind || isBehind
        clearGround(painter.clipped(to: rect), context)
        let places =
            model.isList
            ? ListLayout(
                in: frame.viewport, columns: rect.size.columns, screenRows: rect.size.rows + screen.surroundings,
                isCardOpen: model.isReadingCard) : nil
        let result = drawCards(of: model, frame, places, hasKeys: hasKeys, context, painter, cache: &cache)
        if let marks = model.typedFilter.flatMap({ SearchMarks($0.search) }) {
            SearchMarksView(marks: marks).draw(painter.clipped(to: frame.viewport))
        }
        if hasKeys { report.cursor = result.cursor }
        report.areas[model.id] = area(of: model, result, frame, in: rect)
        drawScrollBar(of: model, result, frame, in: rect, painter, context)
        if model.window.items.isEmpty {
            if let failure = state.accessFailure(of: model.streamID), showsScreenErrors(model) {
                draw(failure, of: model, painter, in: frame.viewport, context)
            } else {
                drawEmpty(model, painter, in: frame.viewport, hasKeys: hasKeys, context)
            }
        }
        let new = model.unseenOutOfSight(result.recognizable)
        if let header = frame.header {
            // The header shows the selection after scrolling.
            var shown = model
            shown.selection = result.report.selection
            let view = HeaderView(
                model: shown, newAbove: new.above, newAfter: model.kind == .horizontal ? new.below : 0,
                linesAbove: hasKeys ? result.hiddenAbove : 0,
                look: report.places.count == 1 ? .plain : .pane(hasKeys: hasKeys), context: context)
            let marks = view.draw(painter.clipped(to: header))
            report.hits.append(HitRegion(rect: header, target: .header(model.id)))
            if let marker = marks.new {
                report.hits.append(HitRegion(rect: Self.part(marker, of: header), target: .newCardsAbove(model.id)))
            }
            if let filter = marks.filter {
                report.hits.append(HitRegion(rect: Self.part(filter, of: header), target: .filter(model.id)))
            }
            if let button = marks.button {
                report.hits.append(HitRegion(rect: Self.part(button, of: header), target: .actionButton(model.id)))
            }
        } else if hasKeys {
            hiddenFilter = model.typedFilter?.text
        }
        if frame.header != nil, frame.custom == nil { drawTopRule(frame, painter, context) }
        if let custom = frame.custom { drawHost(model.headerLines, painter.clipped(to: custom), context) }
        if let footer = frame.footer {
            let area = painter.clipped(to: footer)
            if model.kind == .horizontal, !result.isWhole {
                var shown = model
                shown.selection = result.report.selection
                let row = footer.offset(rows: frame.spareRows(result.report))
                for dot in DotsView(model: shown, context: context).draw(painter.clipped(to: row)) {
                    let target = HitRegion.Target.position(model.id, dot.position)
                    report.hits.append(HitRegion(rect: Self.part(dot.columns, of: row), target: target))
                }
            } else if model.kind == .vertical, !model.window.items.isEmpty {
                let text = TextLayout.truncate(SafeText(model.options.footerMessage), width: footer.size.columns)
                let column = (footer.size.columns - TextLayout.width(of: text)) / 2
                area.write(text, at: Point(column: column, row: 0), style: context.theme[.containerEmpty])
            }
        }
        return OutOfSight(
            container: model.id, place: rect, newBelow: model.kind == .horizontal ? 0 : new.below,
            linesBelow: result.hiddenBelow)
    }

    /// Draws the single row of a container that has no room for its cards.
    private mutating func drawFoldedHeader(of model: ContainerModel, _ painter: Painter, in rect: Rect) {
        let view = HeaderView(
            model: model, newAbove: model.unseenCount, newAfter: 0, linesAbove: 0, look: .folded,
            context: themedContext(of: model))
        let frame = frame(of: model, in: rect)
        let row = Rect(
            column: frame.viewport.minColumn, row: rect.minRow, columns: frame.viewport.size.columns, rows: 1)
        _ = view.draw(painter.clipped(to: row))
        report.hits.append(HitRegion(rect: row, target: .header(model.id)))
    }

    /// Fills the background of a container whose theme or appearance differs from that of the screen.
    private func clearGround(_ painter: Painter, _ context: DrawContext) {
        guard context.settingsIndex > 0 || context.theme.appearance != self.context.theme.appearance else { return }
        painter.clear(style: context.theme[.base])
    }

    mutating func drawCards(
        of model: ContainerModel, _ frame: ContainerFrame, _ places: ListLayout? = nil, hasKeys: Bool,
        _ context: DrawContext, _ painter: Painter, cache: inout LayoutCache
    ) -> ContainerResult {
        let result =
            if let places {
                ListContainerView(
                    model: model, forms: state.forms.entries, frame: frame, places: places, context: context,
                    pressed: state.pressed, hasKeys: hasKeys
                ).draw(painter, cache: &cache)
            } else if model.kind == .horizontal {
                HorizontalContainerView(
                    model: model, forms: state.forms.entries, frame: frame, context: context, pressed: state.pressed,
                    hasKeys: hasKeys
                ).draw(painter, cache: &cache)
            } else {
                VerticalContainerView(
                    model: model, forms: state.forms.entries, frame: frame, context: context, pressed: state.pressed,
                    hasKeys: hasKeys
                ).draw(painter, cache: &cache)
            }
        report.containers.append(result.report)
        report.hits += result.hits
        report.pictures += result.pictures
        return result
    }

    /// Draws a separator line in the blank row below the header.
    private func drawTopRule(_ frame: ContainerFrame, _ painter: Painter, _ context: DrawContext) {
        guard context.theme.shape.rules.contains(.top), let header = frame.header, header.maxRow < frame.viewport.minRow
        else { return }
        let start = Point(column: frame.viewport.minColumn, row: frame.viewport.minRow - 1)
        context.drawRule(painter, at: start, columns: frame.viewport.size.columns)
    }

    /// Draws the host's text above the cards, one row per line.
    private func drawHost(_ lines: [String], _ painter: Painter, _ context: DrawContext) {
        for (row, line) in lines.prefix(painter.size.rows).enumerated() {
            let text = TextLayout.truncate(SafeText(line, limit: 1000), width: max(0, painter.size.columns - 2))
            painter.write(text, at: Point(column: 1, row: row), style: context.theme[.containerCustom])
        }
    }

    /// The part of its area that a container uses. A horizontal container and a single card may need less than their
    /// area; a message in place of cards needs all of it.
    private func area(
        of model: ContainerModel, _ result: ContainerResult, _ frame: ContainerFrame, in rect: Rect
    ) -> Rect {
        let rows =
            switch model.kind {
            case .vertical: rect.size.rows
            case .horizontal: rect.size.rows + frame.spareRows(result.report)
            case .single, .modal:
                result.report.cards.first.map { min(rect.size.rows, $0.height + frame.viewport.minRow - rect.minRow) }
                    ?? rect.size.rows
            }
        return Rect(origin: rect.origin, size: Size(columns: rect.size.columns, rows: rows))
    }

    // MARK: Empty containers

    /// Draws a message when all containers are collapsed, so that the screen is not blank.
    private mutating func drawNothing(_ painter: Painter) {
        guard let model = state.focusedContainer else { return }
        if let failure = state.accessFailure(of: model.streamID) {
            draw(failure, of: model, painter, in: screen.body, context)
        } else if state.launch == .ready {
            drawEmpty(model, painter, in: screen.body, hasKeys: true, context)
        } else {
            drawLaunch(painter, model, in: screen.body)
        }
    }

    /// The rows of the message in an empty container, if none of its lines wraps.
    private func emptyRows(of model: ContainerModel) -> Int {
        let reason = model.emptyReason
        var rows = state.emptyLines(of: model).count
        if reason == .completed { rows += 1 }
        if case .filtered = reason { rows += 1 }
        return rows
    }

    private mutating func drawEmpty(
        _ model: ContainerModel, _ painter: Painter, in area: Rect, hasKeys: Bool, _ context: DrawContext
    ) {
        if hasKeys, let steps = state.shownFirstSteps {
            return drawFirstSteps(steps, painter.clipped(to: area), in: area, context)
        }
        var message = EmptyStateView(columns: area.size.columns)
        let reason = model.emptyReason
        if reason == .completed { message.add(Glyph.success, style: context.theme[.statusLive]) }
        for line in state.emptyLines(of: model) {
            message.add(SafeText(line, limit: 400), style: context.theme[.containerEmpty])
        }
        if case .filtered = reason {
            message.add(
                SafeText(Strings.Filter.wayBack(key: context.keys.back.string)), style: context.theme[.textDim])
        }
        let first = message.draw(painter.clipped(to: area)).first
        guard hasKeys else { return }
        report.cursor = Point(column: area.minColumn + first.column, row: area.minRow + first.row)
    }

    private mutating func drawFirstSteps(
        _ steps: FirstSteps, _ painter: Painter, in area: Rect, _ context: DrawContext
    ) {
        let (choices, first) = FirstStepsView(steps: steps, theme: context.theme).draw(painter)
        for (choice, place) in zip(steps.choices, choices) {
            let rect = place.offset(columns: area.minColumn, rows: area.minRow)
            report.hits.append(HitRegion(rect: rect, target: .command(choice.command)))
        }
        report.cursor = Point(column: area.minColumn + first.column, row: area.minRow + first.row)
    }

    /// Draws the launch screen.
    private mutating func drawLaunch(_ painter: Painter, _ model: ContainerModel, in rect: Rect) {
        let area = frame(of: model, in: rect).viewport
        let context = themedContext(of: model)
        clearGround(painter.clipped(to: rect), context)
        let styles = LaunchStyles(model.options.launchColors, theme: context.theme)
        if styles.hasGround { painter.clipped(to: rect).clear(style: styles.ground) }
        if case .failed(let failure) = state.launch { return draw(failure, of: model, painter, in: area, context) }
        var message = EmptyStateView(columns: area.size.columns)
        message.add("\(SafeText(Strings.Launch.loading)) …", style: styles.loading)
        draw(message, painter, in: area)
    }

    private mutating func draw(
        _ failure: LaunchFailure, of model: ContainerModel, _ painter: Painter, in area: Rect, _ context: DrawContext
    ) {
        let strings = model.options.strings
        let styles = LaunchStyles(
            state.launch == .ready ? ContainerOptions.LaunchColors() : model.options.launchColors,
            theme: context.theme)
        var message = EmptyStateView(columns: area.size.columns)
        message.add("\(Glyph.failure) \(SafeText(strings.text(of: failure), limit: 400))", style: styles.failure)
        if let detail = failure.detail, !detail.isEmpty {
            message.add(SafeText(detail, limit: 400), style: styles.text)
        }
        message.addGap()
        let label: SafeText = "\(SafeText(strings[.tryAgainTitle], limit: 200)) (\(context.keys.refresh))"
        message.addButton("  \(label)  ", style: styles.button)
        draw(message, painter, in: area)
    }

    private mutating func draw(_ message: EmptyStateView, _ painter: Painter, in area: Rect) {
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
