internal import Canvas

/// How much of a card is frame.
struct CardMetrics {
    let isBoxed: Bool
    /// The card's width, frame included.
    let columns: Int
    /// Columns between edge and content, where there is room for more than one.
    var padding = 1
    /// The most columns for content: longer lines are hard to read, however wide the frame is.
    var textColumns = Int.max
    /// Shorter cards are filled up to so many rows.
    var leastRows = 0

    /// Columns left of the content: the edge and the padding.
    var inset: Int { columns >= 6 ? 1 + room : columns >= 2 ? 1 : 0 }
    private var room: Int { columns >= 40 ? padding : 1 }
    /// Rows above the content: the one with category and times.
    var top: Int { 1 }
    var bottom: Int { isBoxed ? 1 : 0 }
    /// Columns for content.
    var contentColumns: Int { max(1, min(textColumns, columns - inset - (isBoxed ? 1 + room : 0))) }

    func height(of layout: CardLayout) -> Int { max(leastRows, top + layout.rows.count + bottom) }
}
