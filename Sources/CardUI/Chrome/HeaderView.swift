internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// The row above the cards: the container's title, where the selection stands, and quietly what is new above. Of
/// containers that share the screen it is a line with these words in it, thick and lit where the keys go.
struct HeaderView {
    /// How the row is drawn.
    enum Look: Equatable {
        /// Words alone: no other container is on the screen.
        case plain
        case pane(hasKeys: Bool)
        /// A pane without room for its cards.
        case folded
    }

    let model: ContainerModel
    /// New cards before those in sight, and beside a horizontal container also after them.
    let newAbove: Int
    let newAfter: Int
    let linesAbove: Int
    let look: Look
    let context: DrawContext

    /// Columns before the title: it starts where the content of cards does.
    private static let indent = 2

    private var hasKeys: Bool { look == .pane(hasKeys: true) }

    /// Draws into one row and returns where the marker of new cards, the filter and the host's button can be clicked.
    func draw(_ painter: Painter) -> (new: Range<Int>?, filter: Range<Int>?, button: Range<Int>?) {
        let columns = painter.size.columns
        drawLine(painter)
        var marker: Range<Int>?
        var end = columns - (look == .plain ? 1 : Self.indent)
        if newAfter > 0 {
            let text: SafeText = "\(SafeText(Strings.Arrivals.new(newAfter))) \(Glyph.forth)"
            _ = write(text, painter, before: &end, leaving: 2, .headerNew)
        }
        if newAbove > 0 {
            let sign = model.kind == .horizontal ? Glyph.back : Glyph.up
            let text: SafeText = "\(sign) \(SafeText(Strings.Arrivals.new(newAbove)))"
            marker = write(text, painter, before: &end, leaving: 2, .headerNew)
        }
        if linesAbove > 0 {
            let text: SafeText = "\(Glyph.up) \(SafeText(Strings.Card.linesAbove(linesAbove)))"
            _ = write(text, painter, before: &end, leaving: 10, .containerMore)
        }
        let button = drawButton(painter, end: end)
        var start = button.map { $0.upperBound + 1 } ?? Self.indent
        let title = TextLayout.truncate(title, width: max(0, end - start))
        let position = self.position
        if model.kind == .horizontal, model.options.titleAlignment == .center {
            let all = TextLayout.width(of: title) + 2 + TextLayout.width(of: position)
            start = min(max(Self.indent, (columns - all) / 2), max(Self.indent, end - all))
        }
        var used = start
        if !title.isEmpty {
            used += write(title, painter, at: start, hasKeys ? .headerFocused : .header)
        }
        let place = title.isEmpty ? start : used + 2
        if !position.isEmpty, place + TextLayout.width(of: position) <= end {
            used = place + write(position, painter, at: place, .headerCount)
        }
        let filter = drawFilter(painter, from: used + 2, to: end)
        drawSorting(painter, from: (filter?.upperBound ?? used) + 2, to: end)
        return (marker, filter, button)
    }

    /// The order and the groups, where they are others than the feed's and there is room for all of the words.
    private func drawSorting(_ painter: Painter, from start: Int, to end: Int) {
        let text = SafeText(Strings.Order.summary(model.sorting))
        guard !text.isEmpty, start + TextLayout.width(of: text) <= end else { return }
        painter.write(text, at: Point(column: start, row: 0), style: context.theme[.headerCount])
    }

    // MARK: The line

    private func drawLine(_ painter: Painter) {
        guard look != .plain else { return }
        let isASCII = context.theme.shape.border == .ascii
        let glyph: Unicode.Scalar = hasKeys ? (isASCII ? "=" : "━") : (isASCII ? "-" : "─")
        painter.horizontalLine(
            at: .zero, columns: painter.size.columns, glyph,
            style: context.theme[hasKeys ? .containerBorderFocused : .containerBorder])
    }

    /// Writes into the line, with a blank at either side. Returns the columns of the text.
    private func write(_ text: SafeText, _ painter: Painter, at column: Int, _ scope: StyleScope) -> Int {
        let style = context.theme[scope]
        let width = painter.write(text, at: Point(column: column, row: 0), style: style)
        guard look != .plain else { return width }
        painter.write(" ", at: Point(column: column - 1, row: 0), style: context.theme[.base])
        painter.write(" ", at: Point(column: column + width, row: 0), style: context.theme[.base])
        return width
    }

    /// Writes what ends before a column, if it leaves so many columns to the rest; returns where it stands.
    private func write(
        _ text: SafeText, _ painter: Painter, before end: inout Int, leaving least: Int, _ scope: StyleScope
    ) -> Range<Int>? {
        let width = TextLayout.width(of: text)
        guard width + least < end else { return nil }
        let columns = end - width..<end
        _ = write(text, painter, at: columns.lowerBound, scope)
        end -= width + 2
        return columns
    }

    // MARK: Parts

    /// A single card has a title only beside other containers.
    private var title: SafeText {
        let words =
            switch (model.kind, look) {
            case (.single, .plain): ""
            case (.single, _): model.options.strings.isChosen(.cardListTitle) ? model.title : model.id.rawValue
            default: model.options.hasHeader || look == .folded ? model.title : ""
            }
        return SafeText(words).formed(as: context.theme.forms[.header])
    }

    /// What the cards are filtered by, as much of it as there is room for.
    private func drawFilter(_ painter: Painter, from start: Int, to end: Int) -> Range<Int>? {
        guard let typed = model.typedFilter, end - start >= 6 else { return nil }
        let text = TextLayout.truncate(SafeText(typed.text, limit: 300), width: end - start - 4)
        return start..<start + write("[/ \(text)]", painter, at: start, .headerNew)
    }

    /// The host's button, where the title keeps enough room.
    private func drawButton(_ painter: Painter, end: Int) -> Range<Int>? {
        guard model.kind == .vertical, let words = model.options.presentation.label else { return nil }
        let key: SafeText = context.keys.action.isEmpty ? .empty : "\(context.keys.action) "
        let cut = TextLayout.truncate(SafeText(words, limit: 200), width: max(4, painter.size.columns / 3))
        let (left, right) = Glyph.buttonEdges
        let label: SafeText = " \(key)\(cut) "
        let width = TextLayout.width(of: label) + 2
        guard width + 10 < end else { return nil }
        painter.write(left, at: Point(column: 1, row: 0), style: context.theme[.buttonSecondaryEdge])
        painter.write(label, at: Point(column: 2, row: 0), style: context.theme[.buttonSecondary])
        painter.write(right, at: Point(column: width, row: 0), style: context.theme[.buttonSecondaryEdge])
        return 1..<1 + width
    }

    /// "3 / 12", or the number of cards alone where the position is not known; and how many are marked.
    private var position: SafeText {
        let total = model.window.totalCount
        guard total > 0 else { return .empty }
        if look == .folded { return SafeText(Strings.Header.count(total)) }
        // A single card goes on by itself: where it stands says nothing.
        if model.kind == .single || !model.options.hasHeader { return .empty }
        guard model.marks.isEmpty else {
            return "\(place) · \(SafeText(Strings.Marks.marked(model.markedCount)))"
        }
        return place
    }

    private var place: SafeText {
        let total = model.window.totalCount
        if model.window.isPartial { return "\(total) …" }
        if let rank = model.selectedIndex.flatMap(model.window.rank) { return "\(rank + 1) / \(total)" }
        return "\(total)"
    }
}
