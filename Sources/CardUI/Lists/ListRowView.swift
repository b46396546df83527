internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

internal import struct Foundation.Date

/// Draws one card as a row of a list: one line, or two if there are few columns.
struct ListRowView {
    let item: CardWindow.Item
    let row: ListRow
    let metrics: ListMetrics
    /// Whether it is the selected card.
    let isSelected: Bool
    /// Whether the rows have the keys. Only then the whole selected row is highlighted.
    let hasKeys: Bool
    let isMarked: Bool
    let isNew: Bool
    /// Whether the second line shows the category.
    let showsCategory: Bool
    let context: DrawContext

    private struct Part {
        let text: SafeText
        let scope: StyleScope
        /// Whether the title takes precedence over this part.
        var isMinor = false
    }

    /// - Parameter painter: Clipped to the row.
    func draw(_ painter: Painter) {
        if isFilled { painter.clear(style: style(.sheetItemFocused)) }
        drawSigns(painter)
        if metrics.isNarrow { drawTwoLines(painter) } else { drawOneLine(painter) }
    }

    private var isFilled: Bool { isSelected && hasKeys }

    /// The style for a scope. A filled row has one style, so that its text is readable in any theme.
    private func style(_ scope: StyleScope) -> Style {
        var style = context.theme[isFilled ? .sheetItemFocused : scope]
        if isFilled, isNew, scope == .cardTitle { style.attributes.insert(.bold) }
        return style
    }

    // MARK: Symbols

    private func drawSigns(_ painter: Painter) {
        if isSelected {
            let edge = context.theme.shape.border == .ascii ? "#" : Glyph.selectedEdge
            let color = context.theme[.cardBorderSelected]
            painter.verticalLine(at: .zero, rows: metrics.lines, edge, style: color)
        }
        let sign: Part? =
            isMarked
            ? Part(text: Glyph.mark, scope: .cardBorderSelected)
            : isNew ? Part(text: Glyph.bullet, scope: .headerNew) : nil
        if let sign { painter.write(sign.text, at: Point(column: 1, row: 0), style: style(sign.scope)) }
    }

    // MARK: Lines

    /// Draws category, title, state, priority and age.
    private func drawOneLine(_ painter: Painter) {
        var end = writeAge(painter, row: 0) - ListMetrics.gap
        if metrics.priority > 0 {
            let column = end - metrics.priority
            if let part = priority {
                painter.write(part.text, at: Point(column: column, row: 0), style: style(part.scope))
            }
            end = column - ListMetrics.gap
        }
        var column = ListMetrics.text
        if metrics.category > 0 {
            write(row.category?.withoutSub, painter, at: Point(column: column, row: 0), room: metrics.category)
            column += metrics.category + ListMetrics.gap
        }
        if let state {
            let left = end - column - TextLayout.width(of: state.text) - ListMetrics.gap
            if left >= (state.isMinor ? ListMetrics.comfortableTitle : ListMetrics.minTitleColumns) {
                end = write(state, painter, endingAt: end, row: 0) - ListMetrics.gap
            }
        }
        writeTitle(painter, from: column, to: end)
    }

    /// Draws the title and the age; below them the category or the card's text, and the other parts.
    private func drawTwoLines(_ painter: Painter) {
        let age = writeAge(painter, row: 0)
        writeTitle(painter, from: ListMetrics.text, to: age - ListMetrics.gap)
        var end = painter.size.columns - ListMetrics.margin
        for part in [priority, state].compactMap(\.self) {
            let start = end - TextLayout.width(of: part.text)
            guard start >= ListMetrics.text + ListMetrics.minTitleColumns else { continue }
            end = write(part, painter, endingAt: end, row: 1) - ListMetrics.gap
        }
        let (start, room) = (Point(column: ListMetrics.text, row: 1), end - ListMetrics.text)
        if showsCategory, row.category != nil { return write(row.category, painter, at: start, room: room) }
        guard room > 0 else { return }
        painter.write(TextLayout.truncate(row.text, width: room), at: start, style: style(.textSecondary))
    }

    private func writeTitle(_ painter: Painter, from column: Int, to end: Int) {
        let scope: StyleScope =
            row.isUnreadable ? .cardUnreadable : isNew ? .cardTitle : isSelected ? .cardTitleSelected : .text
        let text = TextLayout.truncate(row.title, width: max(0, end - column))
        painter.write(text, at: Point(column: column, row: 0), style: style(scope))
    }

    private func write(_ category: CategoryView?, _ painter: Painter, at point: Point, room: Int) {
        guard let category, room > 0 else { return }
        guard isFilled else {
            _ = category.draw(painter, at: point, room: room, context: context)
            return
        }
        painter.write(
            TextLayout.truncate(category.line, width: room), at: point, style: style(.cardCategory))
    }

    /// Draws the age. Returns the first column reserved for it, which is the same in every row.
    private func writeAge(_ painter: Painter, row: Int) -> Int {
        let columns = painter.size.columns - ListMetrics.margin
        guard case .card(let card) = item.content else { return columns - ListMetrics.age }
        let text = TextLayout.truncate(
            SafeText(TimeText.age(of: card.activeAt, at: context.now)), width: ListMetrics.age)
        write(Part(text: text, scope: .cardTime), painter, endingAt: columns, row: row)
        return columns - ListMetrics.age
    }

    /// Writes text that ends before column `end`. Returns its first column.
    @discardableResult
    private func write(_ part: Part, _ painter: Painter, endingAt end: Int, row: Int) -> Int {
        let start = end - TextLayout.width(of: part.text)
        painter.write(part.text, at: Point(column: start, row: row), style: style(part.scope))
        return start
    }

    // MARK: Parts

    private var priority: Part? {
        guard case .card(let card) = item.content, card.body.priority != CardBody.defaultPriority else { return nil }
        let label = PriorityLabel(card.body.priority)
        return Part(text: label.text, scope: label.scope)
    }

    /// The secondary text of the category, such as "2 unread", for rows without a second line.
    private var note: Part? {
        guard !metrics.isNarrow, let note = row.note else { return nil }
        return Part(text: TextLayout.truncate(note, width: Self.answererWidth), scope: .textSecondary, isMinor: true)
    }

    /// The columns for the name of the person who answered.
    private static let answererWidth = 24

    /// The card's state: the user's own action, else the answer of another user, else the card's expiry.
    private var state: Part? {
        switch item.delivery {
        case .waiting:
            return Part(text: "\(Glyph.waiting) \(SafeText(Strings.Lists.sending))", scope: .cardWaiting)
        case .refused:
            return Part(text: "\(Glyph.failure) \(SafeText(Strings.Lists.refused))", scope: .cardRefused)
        case .none: break
        }
        guard case .card(let card) = item.content else { return nil }
        if let answered = card.body.answered {
            let text = TextLayout.truncate(Strings.AnsweredCard.row(answered), width: Self.answererWidth)
            return Part(text: text, scope: .text)
        }
        guard let expiry = card.expiresAt else { return note }
        let isSoon = expiry.timeIntervalSince(context.now) < CardCaption.soon
        return Part(
            text: SafeText(TimeText.expiry(expiry, at: context.now)), scope: isSoon ? .cardTimeSoon : .cardTime,
            isMinor: !isSoon)
    }
}
