/// Ranks and headings in a window that may be grouped. An item of a folded group represents several cards.
extension CardWindow {
    /// The number of cards before an item of the window, including those of folded groups; nil if ``offset`` is nil.
    package func rank(of index: Int) -> Int? {
        guard let offset else { return nil }
        guard hasFoldedGroup else { return offset + index }
        return items.indices.prefix(index).reduce(offset) { $0 + items[$1].count }
    }

    /// The item that contains the card with this rank, or the nearest item; nil in an empty window and if ``offset`` is
    /// nil.
    package func index(ofRank rank: Int) -> Int? {
        guard let offset, !items.isEmpty else { return nil }
        var end = offset
        for index in items.indices {
            end += items[index].count
            if rank < end { return index }
        }
        return items.count - 1
    }

    /// The heading that an item is under: its own, or that of the first item of its group; nil without groups.
    package func heading(of index: Int) -> CardHeading? {
        items.indices.prefix(index + 1).last { items[$0].heading != nil }.flatMap { items[$0].heading }
    }

    /// The position of the item that begins a group; nil where the window does not hold it.
    package func position(of group: CardGroup) -> Int? {
        items.indices.first { items[$0].heading.map { $0.group == group && $0.isFirst } ?? false }
    }

    /// Whether a group of the window is folded. In a window with groups the first item has a heading; without one, the
    /// items need not be searched.
    package var hasFoldedGroup: Bool {
        items.first?.heading != nil && items.indices.contains { items[$0].content == .foldedGroup }
    }

    /// Whether every card that the query matches is an item of the window.
    package var isWhole: Bool { !hasMoreBefore && !hasMoreAfter && !hasFoldedGroup }
}
