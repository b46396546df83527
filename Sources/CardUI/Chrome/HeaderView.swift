internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// The row above the cards: the container's title, the position of the selection, and a discreet count of new cards
/// above. If several containers share the screen, the row is a line with these words in it, which is thick and bright
/// for the container that has the keys.
struct HeaderView {
    /// How the row is drawn.
    enum Look: Equatable {
        /// Words without a line: there is no other container on the screen.
        case plain
        case pane(hasKeys: Bool)
        /// A pane without room for its cards.
        case folded
    }

    let model: ContainerModel
    /// The number of new cards before the visible ones; for a horizontal container, ``newAfter`` counts those after
    /// them.
    let newAbove: Int
    let newAfter: Int
    let linesAbove: Int
    let look: Look
    let context: DrawContext

    /// The columns before the title, which aligns with the content of cards.
    private static let indent = 2

    private var hasKeys: Bool { look == .pane(hasKeys: true) }

    /// Draws into one row. Returns the columns of the new-cards marker, the filter and the host's button, which can be
    /// clicked.
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

    /// Draws the order and the groups, if they differ from those of the feed and the whole text fits.
    private func drawSorting(_ painter: Painter, from start: Int, to end: Int) {
        let text = SafeText(Strings.Order.summary(model.sorting))
        guard !text.isEmpty, start + TextLayout.width(of: text) <= end else { return }
        _ = write(text, painter, at: start, .headerCount)
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

    /// Writes text into the line, with a blank at either side. Returns the number of columns of the text.
    private func write(_ text: SafeText, _ painter: Painter, at column: Int, _ scope: StyleScope) -> Int {
        let style = context.theme[scope]
        let width = painter.write(text, at: Point(column: column, row: 0), style: style)
        guard look != .plain else { return width }
        painter.write(" ", at: Point(column: column - 1, row: 0), style: context.theme[.base])
        painter.write(" ", at: Point(column: column + width, row: 0), style: context.theme[.base])
        return width
    }

    /// Writes text that ends before column `end`, if at least `least` columns remain for the rest. Returns its columns.
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

    /// The title. A single card has one only if there are other containers on the screen.
    private var title: SafeText {
        let words =
            switch (model.kind, look) {
            case (.single, .plain): ""
            case (.single, _): model.options.strings.isChosen(.cardListTitle) ? model.title : model.id.rawValue
            default: model.options.hasHeader || look == .folded ? model.title : ""
            }
        return SafeText(words).formed(as: context.theme.forms[.header])
    }

    /// Draws the active filter, cut off to the available room.
    private func drawFilter(_ painter: Painter, from start: Int, to end: Int) -> Range<Int>? {
        guard let typed = model.typedFilter, end - start >= 6 else { return nil }
        let text = TextLayout.truncate(SafeText(typed.text, limit: 300), width: end - start - 4)
        return start..<start + write("[/ \(text)]", painter, at: start, .headerNew)
    }

    /// Draws the host's button, if enough room remains for the title.
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

    /// "3 / 12", or only the number of cards if the position is unknown; then the number of marked cards.
    private var position: SafeText {
        let total = model.window.totalCount
        guard total > 0 else { return .empty }
        if look == .folded { return SafeText(Strings.Header.count(total)) }
        // The position is not shown for a single card, because it advances on its own.
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
