internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

/// The whole screen: header, cards, notices, footer, and sheets over them.
struct ScreenView {
    private let state: AppState
    private let screen: ScreenLayout
    private let context: DrawContext
    private let hints: [KeyNames.Hint]
    private(set) var report: FrameReport

    init(state: AppState, theme: Theme, keys: KeyNames, size: Size) {
        self.state = state
        screen = ScreenLayout(size)
        context = DrawContext(theme: theme, now: state.now, zone: state.zone, keys: keys.labels, gallery: state.gallery)
        hints = keys.hints
        report = FrameReport(size: size)
    }

    mutating func draw(_ painter: Painter, cache: inout LayoutCache) {
        guard !painter.size.isEmpty else { return }
        cache.begin(
            LayoutSettings(
                isSpacious: screen.isSpacious, spacesInputs: screen.spacesInputs, retryKey: context.keys.retry.string,
                discardKey: context.keys.discard.string, backKey: context.keys.back.string,
                inspectKey: context.keys.inspect.string,
                numbersLinks: !state.features.hasHyperlinks, hasNerdFont: state.features.hasNerdFont,
                pictures: state.features.pictures,
                inks: state.features.pictures.method == nil ? IconInks() : IconInks(context.theme)))
        var newBelow = 0
        var linesBelow = 0
        var container: ContainerModel?
        if state.launch == .ready, let model = state.focusedContainer {
            container = model
            (newBelow, linesBelow) = drawContainer(model, painter, cache: &cache)
        } else {
            drawLaunch(painter)
        }
        drawNotice(painter, container: container, newBelow: newBelow, linesBelow: linesBelow)
        // Where a toast takes the footer's row, it takes all of it.
        if let footer = screen.footer, screen.notice != nil || (state.toasts.current == nil && state.progress == nil) {
            FooterView(status: state.statusLine, hints: hints, state: state, context: context)
                .draw(painter.clipped(to: footer))
        }
        for overlay in state.overlays { drawOverlay(overlay, painter) }
        report.cursor = report.cursor.map { cursor in
            Point(
                column: min(max(0, cursor.column), painter.size.columns - 1),
                row: min(max(0, cursor.row), painter.size.rows - 1))
        }
    }

    // MARK: Cards

    /// Returns how many new cards, and rows of the selected card, are below.
    private mutating func drawContainer(
        _ model: ContainerModel, _ painter: Painter, cache: inout LayoutCache
    ) -> (newBelow: Int, linesBelow: Int) {
        let view = VerticalContainerView(
            model: model, forms: state.forms, screen: screen, context: context, pressed: state.pressed)
        let result = view.draw(painter, cache: &cache)
        report.containers.append(result.report)
        report.hits += result.hits
        report.pictures += result.pictures
        report.cursor = result.cursor
        if model.window.items.isEmpty {
            if let failure = state.accessFailure { draw(failure, painter) } else { drawEmpty(model, painter) }
        }
        let new = model.arrivals.counts(in: model.window, visible: result.visible)
        if let header = screen.header {
            // The header shows the selection that holds after scrolling.
            var shown = model
            shown.selection = result.report.selection
            let view = HeaderView(
                model: shown, newAbove: new.above, linesAbove: result.hiddenAbove, context: context)
            if let marker = view.draw(painter.clipped(to: header)) {
                report.hits.append(HitRegion(rect: Self.part(marker, of: header), target: .newCardsAbove(model.id)))
            }
        }
        return (new.below, result.hiddenBelow)
    }

    private static func part(_ columns: Range<Int>, of row: Rect) -> Rect {
        Rect(column: row.minColumn + columns.lowerBound, row: row.minRow, columns: columns.count, rows: 1)
    }

    private mutating func drawEmpty(_ model: ContainerModel, _ painter: Painter) {
        var message = MessageView(columns: screen.viewport.size.columns)
        if model.window.hasEverHadCard {
            message.add(Glyph.success, style: context.theme[.statusLive])
            message.add(SafeText(Strings.Empty.allCaughtUp), style: context.theme[.containerEmpty])
        } else {
            message.add(SafeText(Strings.Empty.awaitingFirstCard), style: context.theme[.containerEmpty])
        }
        let first = message.draw(painter.clipped(to: screen.viewport)).first
        report.cursor = Point(
            column: screen.viewport.minColumn + first.column, row: screen.viewport.minRow + first.row)
    }

    // MARK: The first screen

    private mutating func drawLaunch(_ painter: Painter) {
        if case .failed(let failure) = state.launch { return draw(failure, painter) }
        var message = MessageView(columns: screen.viewport.size.columns)
        message.add("\(SafeText(Strings.Launch.loading)) …", style: context.theme[.launch])
        draw(message, painter)
    }

    private mutating func draw(_ failure: LaunchFailure, _ painter: Painter) {
        let theme = context.theme
        var message = MessageView(columns: screen.viewport.size.columns)
        message.add("\(Glyph.failure) \(SafeText(failure.message, limit: 400))", style: theme[.launchFailure])
        if let detail = failure.detail, !detail.isEmpty {
            message.add(SafeText(detail, limit: 400), style: theme[.launch])
        }
        message.addGap()
        let label: SafeText = "\(SafeText(Strings.Launch.tryAgain)) (\(context.keys.refresh))"
        message.addButton("▐ \(label) ▌", style: theme[.buttonPrimary])
        draw(message, painter)
    }

    private mutating func draw(_ message: MessageView, _ painter: Painter) {
        let area = screen.viewport
        let (button, first) = message.draw(painter.clipped(to: area))
        report.cursor = Point(column: area.minColumn + first.column, row: area.minRow + first.row)
        if let button {
            let rect = button.offset(columns: area.minColumn, rows: area.minRow)
            report.hits.append(HitRegion(rect: rect, target: .retry))
            report.cursor = Point(column: rect.minColumn + 2, row: rect.minRow)
        }
    }

    // MARK: Notices

    private mutating func drawNotice(
        _ painter: Painter, container: ContainerModel?, newBelow: Int, linesBelow: Int
    ) {
        if let toast = state.toasts.current {
            // Without a row of its own a toast takes the footer's; a long one grows upwards, over the cards.
            guard let row = screen.notice ?? screen.footer else { return }
            let view = ToastView(toast, columns: row.size.columns, on: painter.size, theme: context.theme)
            let size = Size(columns: row.size.columns, rows: view.rows)
            let origin = Point(column: row.minColumn, row: row.maxRow - view.rows)
            return view.draw(painter.clipped(to: Rect(origin: origin, size: size)))
        }
        if let progress = state.progress, let row = screen.notice ?? screen.footer {
            let view = ToastView(progress: progress, columns: row.size.columns, theme: context.theme)
            return view.draw(painter.clipped(to: row))
        }
        guard let row = screen.notice else { return }
        let view = NoticeView(newBelow: newBelow, linesBelow: linesBelow, context: context)
        if let marker = view.draw(painter.clipped(to: row)), let container {
            report.hits.append(HitRegion(rect: Self.part(marker, of: row), target: .newCardsBelow(container.id)))
        }
    }

    // MARK: Sheets

    private mutating func drawOverlay(_ overlay: Overlay, _ painter: Painter) {
        // What is under a sheet does not answer to clicks.
        report.hits = []
        switch overlay {
        case .help(let help):
            let rows = HelpText.rows(for: state.keymap)
            let view = HelpView(help: help, rows: rows, context: context)
            (report.helpRows, report.helpLines, report.cursor) = view.draw(painter)
        case .inspect(let inspect):
            (report.helpRows, report.cursor) = InspectView(inspect: inspect, context: context).draw(painter)
        case .menu(let menu):
            report.cursor = MenuView(menu: menu, context: context).draw(painter, hits: &report.hits)
        case .prompt(let prompt):
            report.cursor = PromptView(prompt: prompt, context: context).draw(painter)
        case .chooser(let chooser):
            let view = ChooserView(chooser: chooser, context: context)
            (report.helpRows, report.cursor) = view.draw(painter, hits: &report.hits)
        case .files(let files):
            let view = FilesView(files: files, support: state.features.pictures, context: context)
            let result = view.draw(painter, hits: &report.hits)
            (report.helpRows, report.cursor) = (result.rows, result.cursor)
            // It is what the user waits for.
            if let picture = result.picture { report.pictures.insert(picture, at: 0) }
        case .sending(let sending):
            // What takes a moment only needs no sheet that flashes up.
            guard sending.isShown(at: state.now) else { break }
            report.cursor = SendingView(overlay: sending, context: context).draw(painter, hits: &report.hits)
        case .calendar(let calendar):
            let view = CalendarView(calendar: calendar, firstWeekday: state.firstWeekday, context: context)
            report.cursor = view.draw(painter, hits: &report.hits)
        case .message(let message):
            report.cursor = NoteView(message: message, context: context).draw(painter)
        }
    }
}
