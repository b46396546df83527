internal import AppCore
internal import Canvas
internal import Theming

/// Where a modal card stands: in a frame of its own, narrower than the cards behind it, so that those show at its sides.
struct ModalPlace {
    /// The frame with all that is inside, on screen; nil where there is no room for one, or the theme has none.
    private(set) var frame: Rect?
    /// Where the card is.
    private(set) var card: Rect
    private let position: ContainerOptions.ModalPosition

    /// Columns of the frame and the blank beside it.
    private static let side = 2
    /// Columns of the cards behind that show at either side.
    private static let margin = 2
    /// In fewer columns cards need them all.
    private static let leastColumns = 44

    /// - Parameters:
    ///   - container: Where cards would stand without a frame.
    ///   - body: All that containers have of the screen.
    init(_ container: ContainerFrame, options: ContainerOptions, in body: Rect, shape: ThemeShape) {
        position = options.modalPosition
        card = container.viewport
        guard container.isBoxed, shape.sheetBorder.glyphs != nil else { return }
        var columns = card.size.columns - 2 * Self.side
        var left = card.minColumn + Self.side
        if case .fixed = options.maxWidth {
            // The width that is set is that of the card.
            columns = min(card.size.columns, body.size.columns - 2 * Self.side)
            left = min(max(card.minColumn, body.minColumn + Self.side), body.maxColumn - Self.side - columns)
        } else if body.size.columns >= Self.leastColumns {
            columns -= 2 * Self.margin
            left += Self.margin
        }
        card = Rect(column: left, row: card.minRow + 1, columns: columns, rows: card.size.rows - 2)
        frame = card.inset(columns: -Self.side, rows: -1)
    }

    /// Leaves the last row to something else.
    mutating func spareRow() {
        card.size = Size(columns: card.size.columns, rows: card.size.rows - 1)
    }

    /// Makes it as high as its card. One that is taller than the screen starts at the top and scrolls.
    mutating func fit(rows: Int) {
        guard rows < card.size.rows else { return }
        let spare = card.size.rows - rows
        let top =
            switch position {
            case .top(let offset): min(max(0, offset), spare)
            case .center: spare / 2
            case .bottom(let offset): spare - min(max(0, offset), spare)
            }
        card = Rect(column: card.minColumn, row: card.minRow + top, columns: card.size.columns, rows: rows)
        if frame != nil { frame = card.inset(columns: -Self.side, rows: -1) }
    }
}
