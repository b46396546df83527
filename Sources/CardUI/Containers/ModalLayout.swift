internal import AppCore
internal import Canvas
internal import Theming

/// The position of a modal card: in a frame of its own, narrower than the cards behind it, so that their edges are
/// visible at both sides.
struct ModalLayout {
    /// The frame including its content, on screen; nil if there is no room for a frame, or the theme has none.
    private(set) var frame: Rect?
    /// The area of the card.
    private(set) var card: Rect
    private let position: ContainerOptions.ModalPosition

    /// The columns of the frame's edge and of the blank beside it.
    private static let side = 2
    /// The columns of the cards behind that are visible at each side.
    private static let margin = 2
    /// With fewer columns, the card uses the whole width.
    private static let minColumns = 44

    /// - Parameters:
    ///   - container: The layout of the container without a frame.
    ///   - body: The screen area of all containers.
    init(_ container: ContainerFrame, options: ContainerOptions, in body: Rect, shape: ThemeShape) {
        position = options.modalPosition
        card = container.viewport
        guard container.isBoxed, shape.sheetBorder.glyphs != nil else { return }
        var columns = card.size.columns - 2 * Self.side
        var left = card.minColumn + Self.side
        if case .fixed = options.maxWidth {
            // The configured width is that of the card, without the frame.
            columns = min(card.size.columns, body.size.columns - 2 * Self.side)
            left = min(max(card.minColumn, body.minColumn + Self.side), body.maxColumn - Self.side - columns)
        } else if body.size.columns >= Self.minColumns {
            columns -= 2 * Self.margin
            left += Self.margin
        }
        card = Rect(column: left, row: card.minRow + 1, columns: columns, rows: card.size.rows - 2)
        frame = card.inset(columns: -Self.side, rows: -1)
    }

    /// Leaves the last row free.
    mutating func spareRow() {
        card.size = Size(columns: card.size.columns, rows: card.size.rows - 1)
    }

    /// Reduces the height to that of the card. A card that is taller than the screen starts at the top and scrolls.
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
