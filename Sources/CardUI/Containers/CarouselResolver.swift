internal import AppCore
internal import Cards

/// Finds out where the cards of a horizontal container stand and which one is selected. All cards are equally wide, so
/// nothing has to be laid out for it.
struct CarouselResolver {
    /// Cards in the window, columns of the viewport, of a card, and between cards.
    let count: Int
    let columns: Int
    let width: Int
    let gap: Int

    private(set) var selection: Int
    /// The column of the whole row of cards that stands at the viewport's left edge.
    private(set) var offset = 0

    /// - Parameters:
    ///   - anchor: A card's position and the viewport's column at which it stands.
    ///   - snaps: Whether the selected card goes to the middle.
    ///   - isRevealing: Whether the selected card is to be brought into sight where it need not be in the middle.
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

    /// Where a card begins in the whole row.
    func start(of index: Int) -> Int { index * (width + gap) }

    /// The cards with a column in sight.
    var visible: Range<Int> {
        guard count > 0, columns > 0 else { return 0..<0 }
        let first = max(0, (offset + gap) / (width + gap))
        let end = min(count, (offset + columns + width + gap - 1) / (width + gap))
        return first..<max(first, end)
    }

    /// How many cards fit side by side; at least one.
    var fitting: Int { max(1, (columns + gap) / (width + gap)) }

    private mutating func reveal() {
        let start = start(of: selection)
        if start < offset || width > columns { offset = start }
        if start + width > offset + columns, width <= columns { offset = start + width - columns }
    }

    /// Nothing before the first card, and nothing after the last one while earlier cards could fill it.
    private mutating func clamp() {
        let total = count * (width + gap) - gap
        offset = max(0, min(offset, total - columns))
    }
}
