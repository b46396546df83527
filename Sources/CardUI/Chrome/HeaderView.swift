internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// The row above the cards: the container's title, where the selection stands, and quietly what is new above.
struct HeaderView {
    let model: ContainerModel
    /// New cards before those in sight, and beside a horizontal container also after them.
    let newAbove: Int
    let newAfter: Int
    let linesAbove: Int
    /// Whether the title says that the container has the keys.
    let isMarked: Bool
    let context: DrawContext

    /// Draws into one row and returns where the marker of new cards, the filter and the host's button can be clicked.
    func draw(_ painter: Painter) -> (new: Range<Int>?, filter: Range<Int>?, button: Range<Int>?) {
        let theme = context.theme
        let columns = painter.size.columns
        var marker: Range<Int>?
        var end = columns - 1
        if newAfter > 0 {
            let text: SafeText = "\(SafeText(Strings.Arrivals.new(newAfter))) \(Glyph.forth)"
            let width = TextLayout.width(of: text)
            if width + 2 < end {
                painter.write(text, at: Point(column: end - width, row: 0), style: theme[.headerNew])
                end -= width + 2
            }
        }
        if newAbove > 0 {
            let sign = model.kind == .horizontal ? Glyph.back : Glyph.up
            let text: SafeText = "\(sign) \(SafeText(Strings.Arrivals.new(newAbove)))"
            let width = TextLayout.width(of: text)
            if width + 2 < end {
                marker = end - width..<end
                painter.write(text, at: Point(column: end - width, row: 0), style: theme[.headerNew])
                end -= width + 2
            }
        }
        if linesAbove > 0 {
            let text: SafeText = "\(Glyph.up) \(SafeText(Strings.Card.linesAbove(linesAbove)))"
            let width = TextLayout.width(of: text)
            if width + 10 < end {
                painter.write(text, at: Point(column: end - width, row: 0), style: theme[.containerMore])
                end -= width + 2
            }
        }
        let button = drawButton(painter, end: end)
        let mark: SafeText = isMarked ? "\(Glyph.pointer) " : .empty
        let title = TextLayout.truncate(
            "\(mark)\(SafeText(model.title).formed(as: theme.forms[.header]))",
            width: max(0, end - 1 - (button?.upperBound ?? 0)))
        let position = self.position
        var start = button.map { $0.upperBound + 1 } ?? 1
        if model.kind == .horizontal, model.options.titleAlignment == .center {
            let all = TextLayout.width(of: title) + 2 + TextLayout.width(of: position)
            start = min(max(1, (columns - all) / 2), max(1, end - all))
        }
        var used = start + painter.write(title, at: Point(column: start, row: 0), style: theme[.header])
        if !position.isEmpty, used + 2 + TextLayout.width(of: position) <= end {
            used += 2 + painter.write(position, at: Point(column: used + 2, row: 0), style: theme[.headerCount])
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

    /// What the cards are filtered by, as much of it as there is room for.
    private func drawFilter(_ painter: Painter, from start: Int, to end: Int) -> Range<Int>? {
        guard let typed = model.typedFilter, end - start >= 6 else { return nil }
        let text = TextLayout.truncate(SafeText(typed.text, limit: 300), width: end - start - 4)
        let width = painter.write("[/ \(text)]", at: Point(column: start, row: 0), style: context.theme[.headerNew])
        return start..<start + width
    }

    /// The host's button, where the title keeps enough room.
    private func drawButton(_ painter: Painter, end: Int) -> Range<Int>? {
        guard model.kind == .vertical, case .withActionButton(let label) = model.options.presentation else {
            return nil
        }
        let key: SafeText = context.keys.action.isEmpty ? .empty : "\(context.keys.action) "
        let cut = TextLayout.truncate(SafeText(label, limit: 200), width: max(4, painter.size.columns / 3))
        let text: SafeText = "[ \(key)\(cut) ]"
        let width = TextLayout.width(of: text)
        guard width + 10 < end else { return nil }
        painter.write(text, at: Point(column: 1, row: 0), style: context.theme[.buttonSecondary])
        return 1..<1 + width
    }

    /// "3 of 12", or the number of cards alone where the position is not known; and how many are marked.
    private var position: SafeText {
        let total = model.window.totalCount
        guard total > 0 else { return .empty }
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
