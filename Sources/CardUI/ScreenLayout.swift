internal import Canvas

/// Where the parts of the screen go. On small screens parts go away one after the other: the key hints, the row for
/// notices, the header, the borders of cards, and last the status.
struct ScreenLayout {
    /// Wider lines are hard to read.
    static let maxColumns = 84

    let header: Rect?
    /// Where cards scroll.
    let viewport: Rect
    /// A row for toasts and for what is out of sight.
    let notice: Rect?
    let footer: Rect?
    /// Whether cards have a frame; else only a bar at their left.
    let isBoxed: Bool
    /// Blank rows between cards.
    let gap: Int
    /// Whether there is room for blank rows inside cards.
    let isSpacious: Bool
    /// Whether there is room for them between the inputs of a form, which has many.
    let spacesInputs: Bool

    init(_ size: Size) {
        let columns = size.columns < 44 ? size.columns : min(size.columns - 2, Self.maxColumns)
        let left = (size.columns - columns) / 2
        func row(_ row: Int) -> Rect { Rect(column: left, row: row, columns: columns, rows: 1) }

        header = size.rows >= 8 ? row(0) : nil
        footer = size.rows >= 4 ? row(size.rows - 1) : nil
        notice = size.rows >= 12 ? row(size.rows - 2) : nil
        // A blank row under the header, where rows are plenty.
        let top = header == nil ? 0 : size.rows >= 30 ? 2 : 1
        let bottom = size.rows - (footer == nil ? 0 : 1) - (notice == nil ? 0 : 1)
        viewport = Rect(column: left, row: top, columns: columns, rows: bottom - top)
        isBoxed = columns >= 28 && size.rows >= 9
        isSpacious = size.rows >= 20
        spacesInputs = size.rows >= 24
        gap = isBoxed ? (size.rows >= 40 ? 1 : 0) : size.rows >= 6 ? 1 : 0
    }
}
