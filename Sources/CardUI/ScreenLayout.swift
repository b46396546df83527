internal import Canvas

/// The layout of the screen. On small screens, parts are left out in this order: the key hints, the row for notices,
/// the headers of containers, the borders of cards, and finally the status.
struct ScreenLayout {
    /// The maximum width of cards; longer lines are hard to read.
    static let maxColumns = 84

    /// The row of tabs with the names of the screens; nil if there is only one screen or no room.
    let tabs: Rect?
    /// The area of the containers.
    let body: Rect
    /// A row for toasts and for the number of new cards and lines that are out of sight.
    let notice: Rect?
    let footer: Rect?
    /// The last row of a toast.
    let toast: Rect?
    /// Whether there is room for blank rows inside cards.
    let isSpacious: Bool
    /// Whether there also is room for blank rows between the inputs of a form, which may have many.
    let spacesInputs: Bool
    /// The rows that belong neither to the body nor to the tabs.
    let surroundings: Int

    /// - Parameters:
    ///   - isShared: Whether containers are beside each other, or one needs the full width. Notices and status are then
    ///     as wide as the screen, else as wide as a column of cards.
    ///   - hasTabs: Whether there are several screens.
    ///   - isEmbedded: Whether only containers are drawn. Toasts are then drawn over them.
    init(_ size: Size, isShared: Bool = false, hasTabs: Bool = false, isEmbedded: Bool = false) {
        let columns = isShared ? max(0, size.columns - 2) : Self.cardColumns(of: size.columns)
        let left = (size.columns - columns) / 2
        func row(_ row: Int) -> Rect { Rect(column: left, row: row, columns: columns, rows: 1) }

        // The tabs have the same position on every screen, regardless of the width of its containers: a row that moves
        // is hard to hit.
        let margin = size.columns < 44 ? 0 : 1
        tabs =
            hasTabs && size.rows >= 8
            ? Rect(column: margin, row: 0, columns: size.columns - 2 * margin, rows: 1) : nil
        footer = size.rows >= 4 && !isEmbedded ? row(size.rows - 1) : nil
        notice = size.rows >= 12 && !isEmbedded ? row(size.rows - 2) : nil
        toast = notice ?? footer ?? (isEmbedded && size.rows > 0 ? row(size.rows - 1) : nil)
        surroundings = (footer == nil ? 0 : 1) + (notice == nil ? 0 : 1)
        let top = tabs == nil ? 0 : 1
        body = Rect(column: 0, row: top, columns: size.columns, rows: size.rows - surroundings - top)
        isSpacious = size.rows >= 20
        spacesInputs = size.rows >= 24
    }

    /// The width of a column of cards in an area. In a narrow area, cards use the full width.
    static func cardColumns(of columns: Int) -> Int { columns < 44 ? columns : min(columns - 2, maxColumns) }
}
