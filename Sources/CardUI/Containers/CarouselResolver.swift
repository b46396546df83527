internal import AppCore
internal import Cards

/// Computes the positions of the cards in a horizontal container, and the selection. All cards have the same width, so
/// this does not need any layout.
struct CarouselResolver {
    /// The number of cards in the window, the columns of the viewport and of one card, and the columns between cards.
    let count: Int
    let columns: Int
    let width: Int
    let gap: Int

    private(set) var selection: Int
    /// The column of the whole row of cards that is at the viewport's left edge.
    private(set) var offset = 0

    /// - Parameters:
    ///   - anchor: The position of a card, and the viewport's column in which it starts.
    ///   - snaps: Whether the selected card is centred.
    ///   - isRevealing: Whether to scroll the selected card into sight if it is not centred.
    init(
        count: Int, columns: Int, width: Int, gap: Int, selection: Int, anchor: (index: Int, column: Int)?,
        snaps: Bool, isRevealing: Bool
    ) {
        self.count = count
        self.columns = columns
        self.width = width
        self.gap = gap
        self.selection = selection
        if let anchor { offset = start(of: anchor.index) - anchor.column }
        if snaps {
            offset = start(of: selection) + width / 2 - columns / 2
        } else if anchor == nil || isRevealing {
            reveal()
        }
        clamp()
    }

    /// The first column of a card in the whole row of cards.
    func start(of index: Int) -> Int { index * (width + gap) }

    /// The cards that have at least one column in the viewport.
    var visible: Range<Int> {
        guard count > 0, columns > 0 else { return 0..<0 }
        let first = max(0, (offset + gap) / (width + gap))
        let end = min(count, (offset + columns + width + gap - 1) / (width + gap))
        return first..<max(first, end)
    }

    /// The number of cards that fit side by side; at least one.
    var fitting: Int { max(1, (columns + gap) / (width + gap)) }

    private mutating func reveal() {
        let start = start(of: selection)
        if start < offset || width > columns { offset = start }
        if start + width > offset + columns, width <= columns { offset = start + width - columns }
    }

    /// Limits the offset: no blank columns before the first card, and none after the last one if earlier cards could
    /// fill them.
    private mutating func clamp() {
        let total = count * (width + gap) - gap
        offset = max(0, min(offset, total - columns))
    }
}
