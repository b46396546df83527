internal import Canvas

/// Where the parts of the screen go. On small screens parts go away one after the other: the key hints, the row for
/// notices, the headers of containers, the borders of cards, and last the status.
struct ScreenLayout {
    /// Wider lines are hard to read.
    static let maxColumns = 84

    /// The names of screens, where there are several.
    let tabs: Rect?
    /// Where containers stand.
    let body: Rect
    /// A row for toasts and for what is out of sight.
    let notice: Rect?
    let footer: Rect?
    /// Where a toast ends.
    let toast: Rect?
    /// Whether there is room for blank rows inside cards.
    let isSpacious: Bool
    /// Whether there is room for them between the inputs of a form, which has many.
    let spacesInputs: Bool
    /// Rows that do not belong to the body, tabs left out.
    let surroundings: Int

    /// - Parameters:
    ///   - isShared: Whether containers stand beside each other, or one needs all of the width: notices and status
    ///     are then as wide as the screen, else as a column of cards.
    ///   - hasTabs: Whether there are several screens.
    ///   - isEmbedded: Whether containers are all there is; toasts then stand over them.
    init(_ size: Size, isShared: Bool = false, hasTabs: Bool = false, isEmbedded: Bool = false) {
        let columns = isShared ? max(0, size.columns - 2) : Self.cardColumns(of: size.columns)
        let left = (size.columns - columns) / 2
        func row(_ row: Int) -> Rect { Rect(column: left, row: row, columns: columns, rows: 1) }

        // At the same place on every screen, however wide its containers are: a row that moves is hard to hit.
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

    /// How wide a column of cards is in so many columns: narrow places need them all.
    static func cardColumns(of columns: Int) -> Int { columns < 44 ? columns : min(columns - 2, maxColumns) }
}
