internal import AppCore
internal import Basics
internal import Canvas
internal import Cards
internal import Theming

/// The whole screen: tabs, containers, notices, footer, and sheets over them.
struct ScreenView {
    let state: AppState
    let screen: ScreenLayout
    var context: DrawContext
    private let hints: [KeyHintCache.Hint]
    var report: FrameReport
    /// The footer's hints.
    private var hintHits: [HitRegion] = []
    /// The active filter of the container that has the keys, if it has no header that shows it.
    var hiddenFilter: String?
    /// Whether a sheet covers the containers.
    private let hasSheet: Bool
    /// The theme of the screen, followed by the themes of containers that have their own.
    private var themes: [Theme]
    private var ownThemes: [ContainerID: Int] = [:]
    /// The rows that horizontal containers leave to others, because their cards need fewer. These containers have the
    /// same frames as with all their rows.
    var rowsToSpare: [ContainerID: Int] = [:]

    init(
        state: AppState, theme: Theme, other: Theme?, containers: [ContainerID: Theme], keys: KeyHintCache, size: Size
    ) {
        self.state = state
        screen = ScreenLayout(
            size, isShared: state.isScreenShared, hasTabs: state.screens.count > 1,
            isEmbedded: state.settings.isEmbedded)
        context = DrawContext(
            theme: theme, otherTheme: other, now: state.now, zone: state.settings.zone, keys: keys.labels,
            gallery: state.gallery, categories: state.settings.categories
        ).drawn(for: state.screen?.appearance ?? .automatic)
        hasSheet = state.overlays.contains { $0.dimsScreen(at: state.now) }
        context.isBehind = hasSheet
        themes = [context.theme]
        for model in state.containers {
            guard let theme = containers[model.id] else { continue }
            let index = themes.firstIndex(of: theme) ?? themes.count
            if index == themes.count { themes.append(theme) }
            ownThemes[model.id] = index
        }
        // A sheet shows its keys in its frame.
        hints =
            hasSheet
            ? []
            : state.keysMeanMarks
                ? KeyHint.forMarks(keys.hints.map(\.hint), in: state).map(KeyHintCache.Hint.init) : keys.hints
        report = FrameReport(size: size)
    }

    mutating func draw(_ painter: Painter, cache: inout LayoutCache) {
        guard !painter.size.isEmpty else { return }
        cache.begin(themes.map(layoutSettings))
        drawTabs(painter)
        let marks = drawContainers(painter, cache: &cache)
        drawNotice(painter, marks)
        // If a toast occupies the footer's row, the footer is not drawn.
        let isFooterFree = screen.notice != nil || (state.toasts.current == nil && state.progress == nil)
        if case .filter(let line)? = state.overlays.last {
            drawFilter(line, painter)
        } else if let footer = screen.footer, isFooterFree, !state.keyboard.pending.isEmpty {
            ChordView(state: state, context: context).draw(painter.clipped(to: footer))
        } else if let footer = screen.footer, isFooterFree {
            let view = FooterView(
                status: state.statusLine, filter: hiddenFilter, hints: hints, state: state, context: context)
            hintHits = view.draw(painter.clipped(to: footer)).map { hint in
                HitRegion(rect: Self.part(hint.columns, of: footer), target: .command(hint.command))
            }
        }
        for overlay in state.overlays {
            if overlay.dimsScreen(at: state.now) { dim(painter) }
            drawOverlay(overlay, painter)
        }
        if state.overlays.isEmpty { report.hits += hintHits }
        report.cursor = report.cursor.map { cursor in
            Point(
                column: min(max(0, cursor.column), painter.size.columns - 1),
                row: min(max(0, cursor.row), painter.size.rows - 1))
        }
    }

    /// The settings that the layouts of a container with this theme depend on.
    private func layoutSettings(_ theme: Theme) -> LayoutSettings {
        LayoutSettings(
            isSpacious: screen.isSpacious, spacesInputs: screen.spacesInputs, retryKey: context.keys.retry.string,
            discardKey: context.keys.discard.string, backKey: context.keys.back.string,
            inspectKey: context.keys.inspect.string, pressKey: context.keys.press.string,
            numbersLinks: !state.settings.features.hasHyperlinks, hasNerdFont: state.settings.features.hasNerdFont,
            elementSpacing: theme.shape.elementSpacing, forms: theme.forms,
            border: theme.shape.border, pictures: state.settings.features.pictures,
            iconColors: state.settings.features.pictures.method == nil ? IconColors() : IconColors(theme),
            today: state.settings.zone.date(state.settings.zone.civil(state.now).at(hour: 0)),
            zone: state.settings.zone)
    }

    /// The context with the container's own theme or, if it has none, with the theme for the appearance it asks for.
    func themedContext(of model: ContainerModel) -> DrawContext {
        guard let index = ownThemes[model.id] else { return context.drawn(for: model.options.appearance) }
        var context = context
        (context.theme, context.settingsIndex) = (themes[index], index)
        return context
    }

    // MARK: Notices

    private mutating func drawNotice(_ painter: Painter, _ marks: OutOfSight) {
        if let toast = state.toasts.current {
            // If there is no notice row, a toast uses the footer's row. A long toast extends upwards, over the cards.
            guard let row = screen.toast else { return }
            return draw(toast, row, painter)
        }
        if let progress = state.progress, let row = screen.toast {
            let place = toastPlace(row)
            report.toast = place
            let view = ToastView(progress: progress, columns: place.size.columns, theme: context.theme)
            return view.draw(painter.clipped(to: place))
        }
        guard var row = screen.notice else { return }
        // Of containers next to each other, the one that has the keys has these marks in its own columns.
        if report.places.count > 1, let place = marks.place {
            row = row.intersection(
                Rect(column: place.minColumn, row: row.minRow, columns: place.size.columns, rows: 1))
        }
        let view = NoticeView(newBelow: marks.newBelow, linesBelow: marks.linesBelow, context: context)
        if let marker = view.draw(painter.clipped(to: row)), let container = marks.container {
            report.hits.append(HitRegion(rect: Self.part(marker, of: row), target: .newCardsBelow(container)))
        }
    }

    private mutating func draw(_ toast: Toast, _ row: Rect, _ painter: Painter) {
        let columns = toastPlace(row).size.columns
        let view = ToastView(toast, columns: columns, on: painter.size, theme: context.theme)
        let place = toastPlace(row, rows: view.rows)
        report.toast = place
        view.draw(painter.clipped(to: place))
    }

    /// The area of a toast with a number of rows. Normally, `row` is its last row. In a host program, the toast is
    /// below the rows that the container uses, if there is room, because the other rows belong to the host.
    private func toastPlace(_ row: Rect, rows: Int = 1) -> Rect {
        let last = row.maxRow - rows
        let place = Rect(column: row.minColumn, row: last, columns: row.size.columns, rows: rows)
        guard state.settings.isEmbedded, let model = state.containers.first else { return place }
        switch (model.kind, report.areas[model.id]) {
        case (.vertical, _), (.modal, nil): return place
        case (.modal, let used?):
            return Rect(
                column: used.minColumn, row: min(last, used.maxRow), columns: used.size.columns, rows: rows)
        case (.horizontal, let used), (.single, let used):
            return place.offset(rows: min(last, used?.maxRow ?? 0) - last)
        }
    }

    /// Draws the filter being typed in the footer's row. A remark that is too long for this row is drawn above.
    private mutating func drawFilter(_ line: FilterOverlay, _ painter: Painter) {
        let rect =
            screen.footer
            ?? Rect(
                column: 0, row: painter.size.rows - 1, columns: painter.size.columns, rows: 1)
        let window = state.container(line.container)?.window
        let bar = FilterBar(
            line: line, count: window?.totalCount ?? 0, isPartial: window?.isPartial ?? false, context: context)
        let row = painter.clipped(to: rect)
        row.clear(style: context.theme[.base])
        let isBeside = screen.notice == nil || bar.hasRoomForRemark(columns: rect.size.columns)
        let caret = bar.draw(row, showsRemark: isBeside)
        report.cursor = Point(column: rect.minColumn + caret.column, row: rect.minRow)
        guard let remark = bar.remark, !isBeside, let above = screen.notice, state.toasts.current == nil else {
            return
        }
        draw(remark, above, painter)
    }

    // MARK: Sheets

    /// Dims everything behind a card or a sheet, from row `first` on. The footer is not dimmed, so that its status
    /// stays readable.
    func dim(_ painter: Painter, from first: Int = 0) {
        let end = screen.footer?.minRow ?? painter.size.rows
        let area = Rect(column: 0, row: first, columns: painter.size.columns, rows: max(0, end - first))
        painter.clipped(to: area).restyle(context.theme.backdrop)
    }

    private mutating func drawOverlay(_ overlay: Overlay, _ painter: Painter) {
        let below = report.hits
        // Regions below a sheet ignore clicks. The footer's hints belong to the sheet.
        report.hits = hintHits
        switch overlay {
        case .jump(let jump): JumpLabelsView(jump: jump, hits: below, context: context).draw(painter)
        // The filter replaces the footer and covers no card.
        case .filter: report.hits = below
        case .commands(let list):
            (report.overlayRows, report.cursor) =
                switch list.purpose {
                case .help: HelpView(list: list, context: context).draw(painter, hits: &report.hits)
                case .palette: PaletteView(list: list, context: context).draw(painter, hits: &report.hits)
                }
        case .inspect(let inspect):
            (report.overlayRows, report.cursor) = InspectView(inspect: inspect, context: context).draw(
                painter, hits: &report.hits)
        case .output(let output):
            (report.overlayRows, report.cursor) = OutputView(output: output, context: context).draw(
                painter, hits: &report.hits)
        case .history(let history):
            (report.overlayRows, report.cursor) = HistoryView(history: history, context: context).draw(
                painter, hits: &report.hits)
        case .menu(let menu):
            report.cursor = MenuView(menu: menu, context: context).draw(painter, hits: &report.hits)
        case .prompt(let prompt):
            report.cursor = PromptView(prompt: prompt, context: context).draw(painter, hits: &report.hits)
        case .chooser(let chooser):
            let view = ChooserView(chooser: chooser, context: context)
            (report.overlayRows, report.cursor) = view.draw(painter, hits: &report.hits)
        case .files(let files):
            let view = FilesView(files: files, support: state.settings.features.pictures, context: context)
            let result = view.draw(painter, hits: &report.hits)
            (report.overlayRows, report.cursor) = (result.rows, result.cursor)
            // This picture is loaded first, because the user is waiting for it.
            if let picture = result.picture { report.pictures.insert(picture, at: 0) }
        case .upload(let sending):
            // A sheet for a short operation would only flash.
            guard sending.isShown(at: state.now) else { break }
            let strings = state.strings(for: sending.upload.card)
            report.cursor = UploadView(overlay: sending, strings: strings, context: context).draw(
                painter, hits: &report.hits)
        case .calendar(let calendar):
            let view = CalendarView(calendar: calendar, firstWeekday: state.settings.firstWeekday, context: context)
            report.cursor = view.draw(painter, hits: &report.hits)
        case .message(let message):
            report.cursor = MessageSheetView(message: message, context: context).draw(painter, hits: &report.hits)
        }
    }
}
