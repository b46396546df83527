internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// The rows of a list, which scroll.
struct ListRowsView {
    let model: ContainerModel
    let viewport: Rect
    let context: DrawContext
    /// Whether the container has the keys.
    let hasKeys: Bool

    /// The scroll position and the selection.
    private struct Place {
        var top: ScrollResolver.Position
        var selection: Int?
    }

    func draw(_ painter: Painter, cache: inout LayoutCache) -> ContainerResult {
        var result = ContainerResult(
            report: ContainerReport(id: model.id, viewport: viewport, selection: model.selection))
        result.report.isList = true
        let items = model.window.items
        guard !items.isEmpty, !viewport.isEmpty else { return result }

        var metrics = ListMetrics(columns: viewport.size.columns)
        let place = place(metrics)
        result.report.selection = place.selection.map { items[$0].id }
        result.report.anchor = ScrollAnchor(card: items[place.top.index].id, line: place.top.line)
        let shown = place.top.index..<end(from: place.top, metrics)
        result.visible = shown
        let rows = shown.map { index -> ListRow? in
            guard !items[index].isFoldedGroup else { return nil }
            return cache.row(
                of: items[index], isNarrow: metrics.isNarrow, variables: variables(of: index),
                settingsIndex: context.settingsIndex)
        }
        // The next key press most likely shows one of the neighbouring rows.
        for index in [shown.lowerBound - 1, shown.upperBound]
        where items.indices.contains(index) && !items[index].isFoldedGroup {
            cache.requestRow(
                of: items[index], isNarrow: metrics.isNarrow, variables: variables(of: index),
                settingsIndex: context.settingsIndex)
        }
        metrics.fit(
            columns: viewport.size.columns,
            hasCategories: showsCategories && rows.contains { $0?.category != nil },
            hasPriorities: shown.contains { items[$0].hasOtherPriority })

        let marks = ShownMarks(model, selection: place.selection)
        let area = painter.clipped(to: viewport)
        var line = -place.top.line
        for index in shown {
            let isSelected = index == place.selection
            let height = height(of: index, metrics)
            result.addHeading(
                of: items[index], isSelected: isSelected, hasKeys: hasKeys, at: line, area, context)
            var report = CardReport(
                id: items[index].id, version: items[index].version, top: line, height: height)
            report.outline.frameRows = items[index].headingRows
            report.isGroup = items[index].isFoldedGroup
            result.report.cards.append(report)
            guard let row = rows[index - shown.lowerBound] else {
                line += height
                continue
            }
            let rect = Rect(
                column: 0, row: line + items[index].headingRows, columns: viewport.size.columns, rows: metrics.lines)
            ListRowView(
                item: items[index], row: row, metrics: metrics, isSelected: isSelected,
                hasKeys: hasKeys && !model.isReadingCard, isMarked: marks.contains(index),
                isNew: items[index].unseenCount > 0, showsCategory: showsCategories,
                context: context
            ).draw(area.clipped(to: rect))
            let place = rect.offset(columns: viewport.minColumn, rows: viewport.minRow)
            result.hits.append(HitRegion(rect: place.intersection(viewport), target: .card(model.id, items[index].id)))
            if isSelected {
                result.cursor = Point(
                    column: min(place.minColumn + ListMetrics.text, viewport.maxColumn - 1),
                    row: min(max(place.minRow, viewport.minRow), viewport.maxRow - 1))
            }
            line += height
        }
        return result
    }

    private func variables(of index: Int) -> [String: String]? {
        model.variables.values.isEmpty ? nil : model.variables.values[model.window.items[index].id]
    }

    /// Whether rows show categories: not if the headings of groups show them.
    private var showsCategories: Bool { model.sorting.groups.grouping != .category }

    /// The lines of an item, including its heading. All cards have the same number of lines, so scrolling needs no
    /// layout.
    private func height(of index: Int, _ metrics: ListMetrics) -> Int {
        // Without groups, no item has to be looked up.
        guard model.window.items.first?.heading != nil else { return metrics.lines }
        let item = model.window.items[index]
        return item.headingRows + (item.isFoldedGroup ? 0 : metrics.lines)
    }

    /// The position after the last visible card.
    private func end(from top: ScrollResolver.Position, _ metrics: ListMetrics) -> Int {
        var line = -top.line
        var index = top.index
        while index < model.window.items.count, line < viewport.size.rows {
            line += height(of: index, metrics)
            index += 1
        }
        return index
    }

    private func place(_ metrics: ListMetrics) -> Place {
        let items = model.window.items
        let anchor = model.anchor.flatMap { anchor in
            model.window.position(of: anchor.card).map { ScrollResolver.Position(index: $0, line: anchor.line) }
        }
        var scroll = ScrollResolver(
            count: items.count, rows: viewport.size.rows, gap: 0, selection: model.selectedIndex, anchor: anchor
        ) { height(of: $0, metrics) }
        var isForward = false
        switch model.scrollIntent {
        case .revealFocus, .keepFocus, .revealElement, .revealTitle:
            scroll.resolve(.revealSelection(edge: .nearest), focusRows: nil)
        case let intent?:
            if case .lines(let lines) = intent { isForward = lines > 0 }
            scroll.resolve(intent, focusRows: nil)
        case nil: break
        }
        return wholeRows(Place(top: scroll.top, selection: scroll.selection), isForward: isForward, metrics)
    }

    /// Adjusts the scroll position so that a card starts at the first line. A partly visible card would lack its title.
    /// - Parameter isForward: Whether the view scrolls down.
    private func wholeRows(_ place: Place, isForward: Bool, _ metrics: ListMetrics) -> Place {
        guard place.top.line > 0 else { return place }
        var whole = place
        whole.top.line = 0
        let end = place.selection.map { selection in
            guard selection >= place.top.index else { return 0 }
            return (place.top.index...selection).reduce(0) { $0 + height(of: $1, metrics) }
        }
        if isForward || (end ?? 0) > viewport.size.rows, place.top.index + 1 < model.window.items.count {
            whole.top.index += 1
            if let selection = whole.selection { whole.selection = max(selection, whole.top.index) }
        }
        return whole
    }
}

extension CardWindow.Item {
    fileprivate var hasOtherPriority: Bool {
        if case .card(let card) = content { card.body.priority != CardBody.defaultPriority } else { false }
    }
}
