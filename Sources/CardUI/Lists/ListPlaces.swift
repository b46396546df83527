internal import Canvas

/// Where the rows of a list and its selected card stand: the card beside the rows where columns are plenty, below them where
/// rows are, else one in place of the other.
struct ListPlaces: Equatable {
    /// Where the rows scroll; nil while the open card has their place.
    private(set) var rows: Rect?
    /// Where the card scrolls; nil where there is room for the rows only.
    private(set) var card: Rect?

    /// - Parameters:
    ///   - viewport: Where cards would stand without a list.
    ///   - columns: Those of the whole container.
    ///   - screenRows: Those of the container, with the rows of the screen that belong to no container.
    ///   - isCardOpen: Whether the keys go to the card.
    init(in viewport: Rect, columns: Int, screenRows: Int, isCardOpen: Bool) {
        let size = viewport.size
        if columns >= Self.leastBeside {
            let share = size.columns * Self.percent / 100
            // A card is no wider than reads well: what it leaves is for the rows.
            let left = min(max(share, size.columns - Self.gap - Self.widestCard), Self.widestRows)
            let width = min(size.columns - left - Self.gap, Self.widestCard)
            rows = Rect(column: viewport.minColumn, row: viewport.minRow, columns: left, rows: size.rows)
            card = Rect(
                column: viewport.minColumn + left + Self.gap, row: viewport.minRow, columns: width, rows: size.rows)
        } else if screenRows >= Self.leastBelow, size.rows > 2 * Self.leastRows {
            let upper = max(Self.leastRows, size.rows * Self.percent / 100)
            let width = min(size.columns, Self.widestCard)
            rows = Rect(column: viewport.minColumn, row: viewport.minRow, columns: size.columns, rows: upper)
            card = Rect(
                column: viewport.minColumn, row: viewport.minRow + upper + 1, columns: width,
                rows: size.rows - upper - 1)
        } else if isCardOpen {
            let width = min(size.columns, Self.widestCard)
            card = Rect(
                column: viewport.minColumn + (size.columns - width) / 2, row: viewport.minRow, columns: width,
                rows: size.rows)
        } else {
            rows = viewport
        }
    }

    /// From so many columns on the card stands beside the rows.
    static let leastBeside = 110
    /// From so many rows on it stands below them.
    static let leastBelow = 28
    /// The share of the rows.
    private static let percent = 45
    private static let widestRows = 110
    private static let widestCard = 100
    private static let leastRows = 6
    /// Columns between rows and card, the first for the scroll bar.
    private static let gap = 2
}
