internal import AppCore
internal import Cards

/// Finds the card and the line of it that are in the viewport's first row, from the anchor of the last frame and the
/// user's scroll intent. It asks for the heights only of the cards that it must pass.
struct ScrollResolver {
    /// The number of cards in the window, the rows of the viewport, and the blank rows between cards.
    let count: Int
    let rows: Int
    let gap: Int
    /// The height of the card at a position. Makes its layout if there is none yet.
    let height: (Int) -> Int
    /// The outline of the card at a position: where its title and its elements are.
    let outline: (Int) -> CardOutline
    /// The part of the selected card that has the focus.
    let focus: FocusTarget?

    private(set) var top = Position(index: 0, line: 0)
    private(set) var selection: Int?

    /// A line of a card. Negative lines are in the gap above it.
    struct Position: Equatable {
        var index: Int
        var line: Int
    }

    init(
        count: Int, rows: Int, gap: Int, selection: Int?, anchor: Position?, focus: FocusTarget? = nil,
        outline: @escaping (Int) -> CardOutline = { _ in CardOutline() }, height: @escaping (Int) -> Int
    ) {
        self.count = count
        self.rows = max(0, rows)
        self.gap = gap
        self.height = height
        self.outline = outline
        self.focus = focus
        self.selection = selection
        guard count > 0 else { return }
        if let anchor {
            top = anchor
            // The card may have become shorter since then.
            top.line = min(top.line, height(anchor.index) - 1)
            // The anchor may be below the first row, with earlier cards above it: this finds the card in the first row.
            move(by: 0)
        } else {
            top = Position(index: selection ?? 0, line: 0)
        }
        clamp()
    }

    /// - Parameter focusRows: The rows of the element to show within the selected card.
    mutating func resolve(_ intent: ScrollIntent, focusRows: Range<Int>?) {
        guard count > 0, rows > 0 else { return }
        switch intent {
        case .revealSelection(let edge): reveal(edge)
        case .revealFocus, .revealElement: reveal(focusRows)
        case .keepFocus: reveal(focusRows, withRowsBefore: true)
        case .revealTitle(let element): revealTitle(with: element)
        case .lines(let lines):
            move(by: lines)
            keepSelectionInSight(movingBy: lines)
        case .halfPages(let pages): page(pages)
        // The view has already moved the anchor.
        case .grown: break
        case .toStart: top = Position(index: 0, line: 0)
        case .toEnd: placeAtEnd(Position(index: count - 1, line: height(count - 1)))
        }
        clamp()
    }

    // MARK: Moving

    /// The rows of a card including the gap above it.
    private func stride(_ index: Int) -> Int { height(index) + (index == 0 ? 0 : gap) }

    /// Scrolls by lines. Stops at the first row of the first card and at the last row of the last card.
    private mutating func move(by lines: Int) {
        top.line += lines
        while top.line < (top.index == 0 ? 0 : -gap) {
            guard top.index > 0 else {
                top.line = 0
                return
            }
            let stride = stride(top.index)
            top.index -= 1
            // Line L of a card is line L + gap + height of the previous card, relative to the previous card.
            top.line += height(top.index) + (stride - height(top.index + 1))
        }
        while top.line >= height(top.index) {
            guard top.index < count - 1 else {
                top.line = height(top.index) - 1
                return
            }
            top.line -= height(top.index) + gap
            top.index += 1
        }
    }

    /// Avoids blank rows at the end if earlier cards could fill them.
    private mutating func clamp() {
        if top.index == 0, top.line < 0 { top.line = 0 }
        var filled = -top.line
        var index = top.index
        while filled < rows, index < count {
            filled += height(index)
            index += 1
            if index < count { filled += gap }
        }
        if filled < rows, top != Position(index: 0, line: 0) { move(by: filled - rows) }
    }

    /// Scrolls so that the row before `end` is the last one in the viewport.
    private mutating func placeAtEnd(_ end: Position) {
        top = end
        move(by: -rows)
    }

    /// The first row of a card, relative to the viewport's first row. It is exact within the viewport; outside, only
    /// its sign is meaningful.
    private func offset(of index: Int) -> Int {
        if index <= top.index {
            return index == top.index ? -top.line : -.max / 2
        }
        var offset = -top.line
        for passed in top.index..<index {
            offset += height(passed) + gap
            if offset > rows + gap { return .max / 2 }
        }
        return offset
    }

    // MARK: Intents

    private mutating func reveal(_ edge: ScrollIntent.Edge) {
        guard let selection else { return }
        let height = height(selection)
        let offset = offset(of: selection)
        if height <= rows {
            if offset < 0 { top = Position(index: selection, line: 0) }
            if offset + height > rows { placeAtEnd(Position(index: selection, line: height)) }
            return
        }
        switch edge {
        case .top: top = Position(index: selection, line: 0)
        case .bottom: placeAtEnd(Position(index: selection, line: height))
        case .nearest:
            if offset >= rows {
                top = Position(index: selection, line: 0)
            } else if selection < top.index {
                placeAtEnd(Position(index: selection, line: height))
            }
        }
    }

    private mutating func reveal(_ focusRows: Range<Int>?, withRowsBefore: Bool = false) {
        guard let selection else { return }
        guard height(selection) > rows, let focusRows else { return reveal(.nearest) }
        let offset = offset(of: selection)
        let first = outline(selection).pinsTitle(at: place(of: selection)) ? 1 : 0
        let isAbove = offset + focusRows.lowerBound < first
        if isAbove, withRowsBefore, focusRows.count < rows {
            placeAtEnd(Position(index: selection, line: focusRows.upperBound))
        } else if isAbove || focusRows.count >= rows {
            // The row above may be covered by the pinned title.
            top = Position(index: selection, line: max(0, focusRows.lowerBound - 1))
        } else if offset + focusRows.upperBound > rows {
            placeAtEnd(Position(index: selection, line: focusRows.upperBound))
        }
    }

    private mutating func revealTitle(with element: FocusTarget?) {
        guard let selection else { return }
        guard height(selection) > rows else { return reveal(.nearest) }
        guard !isRecognizable(selection, with: element) else { return }
        top = Position(index: selection, line: outline(selection).firstRow(showing: element, in: rows))
    }

    private mutating func page(_ halves: Int) {
        let distance: Int
        if halves % 2 == 0 {
            distance = halves / 2 * max(1, rows - 1)
        } else {
            distance = halves * max(1, rows / 2)
        }
        let row = selection.map { min(max(0, offset(of: $0)), rows - 1) } ?? 0
        let before = top
        move(by: distance)
        clamp()
        if top == before {
            selection = distance > 0 ? count - 1 : 0
            reveal(distance > 0 ? .bottom : .top)
        } else {
            let found = index(at: row)
            selection = recognizable(nearest: found, in: visible) ?? found
        }
    }

    /// The card at a row of the viewport; in a gap the next card; after the end the last card.
    private func index(at row: Int) -> Int {
        var end = -top.line
        var index = top.index
        while index < count {
            end += height(index)
            if row < end { return index }
            end += gap
            index += 1
        }
        return count - 1
    }

    /// - Parameter lines: The number of lines that the view has moved by. The selection moves in the same direction.
    private mutating func keepSelectionInSight(movingBy lines: Int) {
        clamp()
        guard let selection else { return }
        let inSight = min(max(selection, index(at: 0)), lastIndex)
        guard inSight == selection else {
            self.selection = recognizable(nearest: inSight, in: visible) ?? inSight
            return
        }
        if focus != nil || outline(selection).showsTitle(at: place(of: selection)) { return }
        let onTheWay = lines > 0 ? selection...visible.upperBound : visible.lowerBound...selection
        self.selection = recognizable(nearest: selection, in: onTheWay) ?? selection
    }

    /// The nearest card to `index` in the range `cards` that can be acted on at its current position. Cards whose title
    /// is not pinned have precedence. If two are equally near, the lower one is chosen.
    private func recognizable(nearest index: Int, in cards: ClosedRange<Int>) -> Int? {
        let found = cards.filter { isRecognizable($0, with: $0 == selection ? focus : nil) }
        let unpinned = found.filter { !outline($0).pinsTitle(at: place(of: $0)) }
        return (unpinned.isEmpty ? found : unpinned).min { first, second in
            let (near, far) = (abs(first - index), abs(second - index))
            return near == far ? first > second : near < far
        }
    }

    private func isRecognizable(_ index: Int, with element: FocusTarget?) -> Bool {
        outline(index).isRecognizable(with: element, at: place(of: index))
    }

    private func place(of index: Int) -> CardPlace {
        CardPlace(top: offset(of: index), height: height(index), in: rows)
    }

    private var visible: ClosedRange<Int> { top.index...max(top.index, lastIndex) }

    /// The last card with a visible row.
    private var lastIndex: Int {
        var start = -top.line
        var index = top.index
        while index + 1 < count {
            let next = start + height(index) + gap
            if next >= rows { return index }
            start = next
            index += 1
        }
        return index
    }
}
