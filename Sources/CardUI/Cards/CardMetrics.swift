internal import Canvas

/// The part of a card's area that the frame takes.
struct CardMetrics {
    let isBoxed: Bool
    /// The card's width in columns, including the frame.
    let columns: Int
    /// The columns between the edge and the content. Narrow cards have fewer, at least one.
    var padding = 1
    /// The maximum number of columns for content, however wide the frame is, because longer lines are hard to read.
    var textColumns = Int.max
    /// Cards with fewer rows are extended to this number.
    var minRows = 0

    /// The columns left of the content: the edge and the padding.
    var inset: Int { columns >= 6 ? 1 + room : columns >= 2 ? 1 : 0 }
    private var room: Int { max(1, min(padding, (columns - 2 - Self.readableColumns) / 2)) }
    /// The columns of content that the padding leaves.
    private static let readableColumns = 28
    /// The rows above the content: the caption with category and times.
    var top: Int { 1 }
    var bottom: Int { isBoxed ? 1 : 0 }
    /// Columns for content.
    var contentColumns: Int { max(1, min(textColumns, columns - inset - (isBoxed ? 1 + room : 0))) }

    func height(of layout: CardLayout) -> Int { max(minRows, top + layout.rows.count + bottom) }
}
