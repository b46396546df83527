internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

internal import struct Foundation.Date

/// Draws one card: its frame, its caption with category and times, and the laid-out content.
///
/// A selected card differs from the others only in its left edge and its first button, unless the theme also styles its
/// title. Thus moving the selection sends few bytes to the terminal.
struct CardView {
    let item: CardWindow.Item
    let layout: CardLayout
    let metrics: CardMetrics
    let isSelected: Bool
    var isMarked = false
    /// The row of the card in which the title is shown while its own row has scrolled out of sight; see
    /// ``CardOutline/pinsTitle(at:)``. Nothing above that row is visible.
    var pinnedRow: Int?
    let focus: FocusTarget?
    let context: DrawContext
    /// The position of the button that was just pressed; nil if there is none.
    let pressed: Int?

    private var theme: Theme { context.theme }

    /// - Parameter painter: Clipped to the viewport; its (0, 0) is the card's top-left corner.
    /// - Returns: The columns of the menu symbol; nil if it is not visible.
    func draw(_ painter: Painter) -> Range<Int>? {
        var painter = painter
        let menu = drawTop(&painter)
        let visible = painter.visible.rows
        let lastRow = metrics.height(of: layout) - 1
        let first = max(0, visible.lowerBound - metrics.top)
        let end = min(layout.rows.count, visible.upperBound - metrics.top)
        if first < end {
            for row in first..<end { draw(layout.rows[row], painter, row: row + metrics.top) }
        }
        for place in layout.pictures where place.rows.overlaps(first..<max(first, end)) { draw(place, painter) }
        drawSides(painter, rows: lastRow + 1)
        if metrics.isBoxed, visible.contains(lastRow) { drawBottom(painter, row: lastRow) }
        return menu
    }

    private func isPressed(_ element: FocusTarget) -> Bool {
        pressed.map { element == .button($0) } ?? false
    }

    private func draw(_ row: CardRow, _ painter: Painter, row line: Int) {
        let spans = row.spans
        // Iterates by index, because a loop over the spans copies each of them.
        for index in spans.indices {
            var scope = spans[index].scope
            var text = spans[index].text
            if let element = spans[index].element {
                if isPressed(element) {
                    scope = .buttonPressed
                } else if let focus, element == focus {
                    scope = spans[index].focusedScope ?? scope
                    text = spans[index].focusedText ?? text
                } else if isSelected {
                    scope = selected(scope, of: element)
                }
            } else if isSelected {
                scope = selected(scope, of: nil)
            }
            if text.isEmpty { continue }
            var style = style(of: scope, on: spans[index].background)
            if spans[index].isIcon { style = theme.icon(beside: scope, style) }
            let link = spans[index].link
            let isFocusedLink = link != nil && spans[index].element != nil && spans[index].element == focus
            if !isFocusedLink { style = spans[index].markup.applied(to: style, theme) }
            let point = Point(column: metrics.inset + spans[index].column, row: line)
            let limit = max(0, metrics.columns - point.column)
            let isLarge = spans[index].isLarge
            let width =
                isLarge
                ? painter.writeLarge(text, at: point, style: style, limit: limit)
                : painter.write(text, at: point, style: style, limit: limit)
            if limit >= width { context.draw(spans[index].picture, painter, at: point, style: style) }
            if let link, let address = layout.hyperlinks[link] {
                painter.link(
                    Rect(origin: point, size: Size(columns: min(width, limit), rows: isLarge ? 2 : 1)), to: address)
            }
        }
    }

    private func style(of scope: StyleScope, on background: CardRow.Background) -> Style {
        switch background {
        case .card: return theme[scope]
        case .box:
            var style = theme[scope]
            style.background = theme[.inputField].background
            return style
        case .field: return theme.onField(scope)
        }
    }

    /// The scope on the selected card, where the title and the button that Enter presses look different.
    private func selected(_ scope: StyleScope, of element: FocusTarget?) -> StyleScope {
        switch scope {
        case .cardTitle, .cardTitleSubview: .cardTitleSelected
        case .buttonPrimary where focus == nil && element == layout.elements.first?.target: .buttonPrimarySelected
        default: scope
        }
    }

    // MARK: Pictures

    private func draw(_ place: PicturePlace, _ painter: Painter) {
        let corner = Point(column: metrics.inset + place.column, row: metrics.top + place.rows.lowerBound)
        let room = Rect(origin: corner, size: Size(columns: place.columns, rows: place.rows.count))
        let painter = painter.clipped(to: room)
        switch context.gallery[place.request] {
        case .ready where context.isBehind:
            // A picture cannot be dimmed, so its alternative text is shown instead.
            painter.write(TextLayout.truncate(place.words, width: place.columns), at: .zero, style: theme[.textDim])
        case .ready(let picture):
            painter.draw(picture, at: .zero)
            // Text cannot be written over Sixel images. The row below the picture says "Watch" in any case.
            if case .sixel = picture.content { return }
            guard place.isVideo, picture.size.columns >= 5 else { return }
            let middle = Point(column: picture.size.columns / 2 - 1, row: picture.size.rows / 2)
            painter.write(" \(Glyph.video) ", at: middle, style: theme[.cardMediaFocused])
        case .waiting:
            painter.write(Glyph.waiting, at: .zero, style: theme[.cardMedia])
            let words = TextLayout.truncate(place.words, width: max(1, place.columns - 2))
            painter.write(words, at: Point(column: 2, row: 0), style: theme[.textDim])
        case .failed: break
        }
    }

    /// The requests for the pictures in these rows of the card.
    func pictures(inRows rows: Range<Int>) -> [PictureRequest] {
        let content = max(0, rows.lowerBound - metrics.top)..<min(layout.rows.count, rows.upperBound - metrics.top)
        // If a card has no title, the category is pinned.
        let showsCategory = rows.contains(0) || pinnedRow != nil && layout.title.isEmpty
        var requests = showsCategory ? [layout.category?.icon?.picture].compactMap { $0 } : []
        for row in content {
            for index in layout.rows[row].spans.indices {
                if let picture = layout.rows[row].spans[index].picture { requests.append(picture) }
            }
        }
        return requests + layout.pictures.filter { $0.rows.overlaps(content) }.map(\.request)
    }

    // MARK: Frame

    /// The glyphs of the frame; blanks if the theme has no frame.
    private var glyphs: Border.Glyphs { theme.shape.border.glyphs ?? Self.noGlyphs }
    private static let noGlyphs = Border.Glyphs(
        horizontal: " ", vertical: " ", topLeft: " ", topRight: " ", bottomLeft: " ", bottomRight: " ")
    private var isASCII: Bool { theme.shape.border == .ascii }

    private var edgeStyle: Style { theme[isSelected ? .cardBorderSelected : .cardBorder] }

    private func drawSides(_ painter: Painter, rows: Int) {
        guard metrics.inset > 0 else { return }
        let border = theme[.cardBorder]
        if isSelected {
            // The corners of a frame stay.
            let corner = metrics.isBoxed && theme.shape.border.glyphs != nil ? 1 : 0
            painter.verticalLine(
                at: Point(column: 0, row: corner), rows: rows - 2 * corner, isASCII ? "#" : Glyph.selectedEdge,
                style: edgeStyle)
        } else if metrics.isBoxed {
            painter.verticalLine(at: Point(column: 0, row: 1), rows: rows - 2, glyphs.vertical, style: border)
        } else {
            painter.verticalLine(at: .zero, rows: rows, isASCII ? "|" : "▏", style: border)
        }
        if metrics.isBoxed {
            painter.verticalLine(
                at: Point(column: metrics.columns - 1, row: 1), rows: rows - 2, glyphs.vertical, style: border)
        }
    }

    private func drawBottom(_ painter: Painter, row: Int) {
        let border = theme[.cardBorder]
        drawCorner(glyphs.bottomLeft, painter, row: row)
        painter.horizontalLine(
            at: Point(column: 1, row: row), columns: metrics.columns - 2, glyphs.horizontal, style: border)
        painter.write(glyphs.bottomRight, at: Point(column: metrics.columns - 1, row: row), style: border)
    }

    /// Draws the card's first row, or the pinned title, and restricts the painter to the rows below it. Returns the
    /// columns of the menu symbol; nil if it is not shown.
    private func drawTop(_ painter: inout Painter) -> Range<Int>? {
        guard let pinnedRow else { return painter.visible.rows.contains(0) ? drawTop(painter) : nil }
        let top = Rect(column: 0, row: pinnedRow, columns: metrics.columns, rows: 1)
        let menu = drawTop(painter.clipped(to: top))
        let rows = painter.size.rows - pinnedRow - 1
        painter = painter.clipped(to: Rect(column: 0, row: pinnedRow + 1, columns: metrics.columns, rows: rows))
            .scrolled(rows: pinnedRow + 1, contentSize: painter.size)
        return menu
    }

    private func drawTop(_ painter: Painter) -> Range<Int>? {
        let border = theme[.cardBorder]
        if metrics.isBoxed {
            drawCorner(glyphs.topLeft, painter, row: 0)
            painter.horizontalLine(
                at: Point(column: 1, row: 0), columns: metrics.columns - 2, glyphs.horizontal, style: border)
            painter.write(glyphs.topRight, at: Point(column: metrics.columns - 1, row: 0), style: border)
        }
        var menu: Range<Int>?
        if case .card(let card) = item.content {
            var caption = CardCaption(card: card, category: layout.category, metrics: metrics, context: context)
            if pinnedRow != nil { caption.title = (layout.title, isSelected ? .cardTitleSelected : layout.titleScope) }
            menu = caption.draw(painter)
        }
        if isMarked { painter.write(Glyph.mark, at: Point(column: 1, row: 0), style: theme[.cardBorderSelected]) }
        return menu
    }

    /// Draws one of the left corners, which belong to the edge that shows the selection.
    private func drawCorner(_ glyph: Unicode.Scalar, _ painter: Painter, row: Int) {
        if isSelected, theme.shape.border.glyphs == nil { return }
        painter.write(glyph, at: Point(column: 0, row: row), style: edgeStyle)
    }

    // MARK: Report

    /// The rows of a focused element, relative to the card's first row.
    func rows(of target: FocusTarget) -> Range<Int>? {
        layout.rows(of: target).map { $0.lowerBound + metrics.top..<$0.upperBound + metrics.top }
    }

    /// The position of the hardware cursor while the card is selected, relative to the card's top-left corner.
    var cursor: Point {
        if case .input(let name)? = focus {
            if let caret = layout.caret(of: name) {
                return Point(column: metrics.inset + caret.column, row: metrics.top + caret.row)
            }
        }
        if let focus, let rows = layout.rows(of: focus) {
            for row in rows where layout.rows.indices.contains(row) {
                for region in layout.rows[row].regions {
                    if case .element(focus) = region.target {
                        let column = metrics.inset + region.columns.lowerBound + 2
                        return Point(column: column, row: metrics.top + row)
                    }
                }
            }
        }
        return Point(column: metrics.inset, row: metrics.top)
    }

    /// Adds the regions that can be clicked. `origin` is the card's top-left corner on screen; regions are clipped to
    /// `viewport`.
    /// - Parameter menu: The columns of the menu symbol, as returned by ``draw(_:)``.
    func addHits(
        to hits: inout [HitRegion], container: ContainerID, menu: Range<Int>?, origin: Point, viewport: Rect
    ) {
        let whole = Rect(
            origin: origin, size: Size(columns: metrics.columns, rows: metrics.height(of: layout)))
        hits.append(HitRegion(rect: whole.intersection(viewport), target: .card(container, item.id)))
        if let menu {
            let row = origin.row + (pinnedRow ?? 0)
            let sign = Rect(column: origin.column + menu.lowerBound, row: row, columns: menu.count, rows: 1)
            hits.append(HitRegion(rect: sign.intersection(viewport), target: .menu(container, item.id)))
        }
        let first = max(0, (pinnedRow ?? -1) + 1 - metrics.top, viewport.minRow - origin.row - metrics.top)
        let end = min(layout.rows.count, viewport.maxRow - origin.row - metrics.top)
        guard first < end else { return }
        for row in first..<end {
            for region in layout.rows[row].regions {
                let rect = Rect(
                    column: origin.column + metrics.inset + region.columns.lowerBound,
                    row: origin.row + metrics.top + row, columns: region.columns.count, rows: 1)
                let target: HitRegion.Target =
                    switch region.target {
                    case .element(let element): .element(container, item.id, element)
                    case .back: .back(container, item.id)
                    case .choice(let input, let index): .choice(container, item.id, input: input, index: index)
                    case .step(let input, let by): .step(container, item.id, input: input, by: by)
                    }
                hits.append(HitRegion(rect: rect.intersection(viewport), target: target))
            }
        }
    }
}
