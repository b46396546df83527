/// The column widths of a list's rows.
struct ListMetrics: Equatable {
    /// Whether each card takes two lines.
    let isNarrow: Bool
    /// The columns for the category; 0 if no visible card has a category, or if it is in the second line.
    private(set) var category = 0
    /// The columns for the priority; 0 if no visible card has one.
    private(set) var priority = 0

    /// The number of lines per card.
    var lines: Int { isNarrow ? 2 : 1 }

    /// - Parameter columns: The width of the rows.
    init(columns: Int) {
        isNarrow = columns < Self.minColumnsForOneLine
    }

    /// Reserves columns for the categories and priorities of the visible cards.
    mutating func fit(columns: Int, hasCategories: Bool, hasPriorities: Bool) {
        guard !isNarrow else { return }
        category = hasCategories ? min(Self.widestCategory, columns / 5) : 0
        priority = hasPriorities ? Self.priorityColumns : 0
    }

    /// The column of the first text. To the left are the edge of the selected row and the mark.
    static let text = 3
    /// The columns right of the last text, where a scroll bar may follow.
    static let margin = 1
    /// The columns between two texts.
    static let gap = 2
    /// The columns of the age, such as "59 min" or "99 days".
    static let age = 7
    /// The columns of a symbol and "P10".
    private static let priorityColumns = 5
    private static let widestCategory = 20
    /// The columns that remain for the title beside the card's state, and beside a state that is less important.
    static let minTitleColumns = 16
    static let comfortableTitle = 32
    /// With fewer columns, the title beside the category would be only a few words long.
    private static let minColumnsForOneLine = 64
}
