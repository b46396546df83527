/// The columns of a list's rows.
struct ListMetrics: Equatable {
    /// Whether each card takes two lines.
    let isNarrow: Bool
    /// Columns for what a card is about; 0 where no card in sight has a category, or it stands in the second line.
    private(set) var category = 0
    /// Columns for the priority; 0 where no card in sight has one.
    private(set) var priority = 0

    /// The lines of a card.
    var lines: Int { isNarrow ? 2 : 1 }

    /// - Parameter columns: Those of the rows.
    init(columns: Int) {
        isNarrow = columns < Self.leastForOneLine
    }

    /// Makes room for what the cards in sight have.
    mutating func fit(columns: Int, hasCategories: Bool, hasPriorities: Bool) {
        guard !isNarrow else { return }
        category = hasCategories ? min(Self.widestCategory, columns / 5) : 0
        priority = hasPriorities ? Self.priorityColumns : 0
    }

    /// The column of the first text: left of it are the edge of the selected row and the sign of a mark.
    static let text = 3
    /// Right of the last text, where a scroll bar may follow.
    static let margin = 1
    /// Between two columns.
    static let gap = 2
    /// The age: "59 min", "99 days".
    static let age = 7
    /// A sign and "P10".
    private static let priorityColumns = 5
    private static let widestCategory = 20
    /// What is under way leaves the title as much, and what can wait leaves it more.
    static let leastTitle = 16
    static let comfortableTitle = 32
    /// With fewer columns, a title beside its category would be a few words.
    private static let leastForOneLine = 64
}
