internal import Canvas

/// The positions of a list's rows and of the selected card: the card beside the rows if there are enough columns, below
/// them if there are enough rows, else one instead of the other.
struct ListLayout: Equatable {
    /// The viewport of the rows; nil while the open card takes their place.
    private(set) var rows: Rect?
    /// The viewport of the card; nil if there is only room for the rows.
    private(set) var card: Rect?

    /// - Parameters:
    ///   - viewport: The viewport of the container without a list.
    ///   - columns: The width of the whole container.
    ///   - screenRows: The rows of the container plus the rows of the screen that belong to no container.
    ///   - isCardOpen: Whether the card has the keys.
    init(in viewport: Rect, columns: Int, screenRows: Int, isCardOpen: Bool) {
        let size = viewport.size
        if columns >= Self.minColumnsBeside {
            let share = size.columns * Self.percent / 100
            // The card gets no more columns than are comfortable to read; the rows get the rest.
            let left = min(max(share, size.columns - Self.gap - Self.widestCard), Self.widestRows)
            let width = min(size.columns - left - Self.gap, Self.widestCard)
            rows = Rect(column: viewport.minColumn, row: viewport.minRow, columns: left, rows: size.rows)
            card = Rect(
                column: viewport.minColumn + left + Self.gap, row: viewport.minRow, columns: width, rows: size.rows)
        } else if screenRows >= Self.minScreenRowsBelow, size.rows > 2 * Self.minRows {
            let upper = max(Self.minRows, size.rows * Self.percent / 100)
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

    /// From this number of columns on, the card is beside the rows.
    static let minColumnsBeside = 110
    /// From this number of screen rows on, the card is below the rows.
    static let minScreenRowsBelow = 28
    /// The percentage of columns or rows for the list's rows.
    private static let percent = 45
    private static let widestRows = 110
    private static let widestCard = 100
    private static let minRows = 6
    /// The columns between rows and card. The first one is for the scroll bar.
    private static let gap = 2
}
