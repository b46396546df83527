package import Cards

extension ContainerModel {
    /// Whether cards can be marked. False in a container that shows only one card.
    var canMark: Bool { !kind.showsOneCard }

    /// The positions in the window of the current range; nil without a range.
    package var markedRange: ClosedRange<Int>? {
        guard let start = marks.rangeStart, let selected = selectedIndex else { return nil }
        if let index = window.items.firstIndex(where: { $0.id == start }) {
            return min(index, selected)...max(index, selected)
        }
        return marks.isStartBefore ? 0...selected : selected...(window.items.count - 1)
    }

    /// Whether a card of the window is marked or in the current range.
    package func isMarked(_ id: CardID) -> Bool {
        if marks.cards.contains(id) { return true }
        guard let range = markedRange else { return false }
        return window.items[range].contains { $0.id == id }
    }

    /// The number of marked cards; nil while the range extends beyond the window, or while marks are being read.
    package var markedCount: Int? {
        guard let range = markedRange else { return marks.isReading ? nil : marks.cards.count }
        guard window.items.contains(where: { $0.id == marks.rangeStart }) else { return nil }
        return window.items[withoutGroupsAtEnds(range)].reduce(marks.cards.count) { count, item in
            marks.cards.contains(item.id) ? count : count + item.count
        }
    }

    /// The action of a button's key on the marked cards. The button is that of the selected card if it is marked,
    /// otherwise that of the first marked card in the window.
    ///
    /// - Parameter position: The index of the button on its card, from 0.
    /// - Returns: Nil if the card has no such button, or if the button does more than answer.
    func markedAction(ofButton position: Int) -> BulkAction? {
        let marked = window.items.filter { marks.cards.contains($0.id) }
        guard let item = marked.first(where: { $0.id == selection }) ?? marked.first,
            case .card(let card) = item.content
        else { return nil }
        let buttons = FocusTarget.buttons(in: card.body.components)
        guard buttons.indices.contains(position), let response = buttons[position].action.plainResponse else {
            return nil
        }
        let action = BulkAction.press(text: buttons[position].text, response)
        return action.isOffered(by: card.body) ? action : nil
    }

    /// Toggles the mark of the selected card, and selects the next card.
    mutating func toggleMark(rows: Int) -> [Effect] {
        var effects = endRange()
        guard let index = selectedIndex else { return effects }
        let id = window.items[index].id
        if marks.cards.remove(id) == nil { marks.cards.insert(id) }
        if window.items.indices.contains(index + 1) {
            select(window.items[index + 1].id, edge: .nearest)
            scrollIntent = .revealTitle(with: nil)
        }
        effects += windowEffects(rows: rows)
        return effects
    }

    /// Starts a range at the selection, or ends it there.
    mutating func toggleRange() -> [Effect] {
        guard marks.rangeStart == nil else { return endRange() }
        marks.rangeStart = selection
        return []
    }

    /// Converts the current range to marks. Reads the cards of the range that are outside the window.
    mutating func endRange() -> [Effect] {
        guard let start = marks.rangeStart, let range = markedRange else {
            marks.rangeStart = nil
            return []
        }
        let items = window.items[withoutGroupsAtEnds(range)]
        let isWhole = items.contains { $0.id == start } && !items.contains { $0.content == .foldedGroup }
        let isStartBefore = window.position(of: start).map { $0 <= range.lowerBound } ?? marks.isStartBefore
        let end = isStartBefore ? items.last?.id : items.first?.id
        marks.rangeStart = nil
        marks.cards.formUnion(items.filter { $0.content != .foldedGroup }.map(\.id))
        guard !isWhole else { return [] }
        marks.isReading = true
        return [.marks(.read(id, query, from: start, to: end ?? start, joining: marks.cards))]
    }

    /// Leaves out folded groups at the ends of a range. A folded group between two cards is part of the range.
    private func withoutGroupsAtEnds(_ range: ClosedRange<Int>) -> Range<Int> {
        let isGroup = { window.items[$0].content == .foldedGroup }
        guard let first = range.first(where: { !isGroup($0) }), let last = range.last(where: { !isGroup($0) }) else {
            return range.lowerBound..<range.lowerBound
        }
        return first..<last + 1
    }

    /// Marks all cards, or clears the marks if all are marked.
    mutating func toggleAll() -> [Effect] {
        marks.rangeStart = nil
        if marks.cards.count >= window.totalCount, !marks.cards.isEmpty {
            marks = Marks()
            return []
        }
        guard !window.isWhole else {
            marks.cards = Set(window.items.map(\.id))
            return []
        }
        marks.isReading = true
        return [.marks(.read(id, query, from: nil, to: nil, joining: []))]
    }

    /// Removes the marks of cards that the filter hides. Queries the store for cards outside the window.
    mutating func matchMarks() -> [Effect] {
        guard marks.mustMatchFilter || window.isWhole, windowFilter == filter else { return [] }
        marks.mustMatchFilter = false
        guard !marks.isEmpty else { return [] }
        if window.isWhole {
            let present = Set(window.items.map(\.id))
            marks.cards.formIntersection(present)
            if let start = marks.rangeStart, !present.contains(start) { marks.rangeStart = nil }
            return []
        }
        guard !marks.cards.isEmpty, !filter.isEmpty else { return [] }
        marks.isReading = true
        return [.marks(.match(id, query, marks.cards))]
    }

    /// Records on which side of the selection the range starts, while both are in the window.
    mutating func followRange() {
        guard let start = marks.rangeStart, let selected = selectedIndex,
            let index = window.items.firstIndex(where: { $0.id == start }), index != selected
        else { return }
        marks.isStartBefore = index < selected
    }

    /// The vote of a command on the marked cards; nil for a command that does not vote.
    func bulkVote(_ command: Command) -> BulkAction? {
        switch command {
        case .voteUp: .voteUp(isOfferedOnAll: options.votes.contains(.useful))
        case .voteDown: .voteDown(isOfferedOnAll: options.votes.contains(.notUseful))
        default: nil
        }
    }

    /// The plan for an action on the marked cards; nil if some of them are outside the window.
    func plan(_ action: BulkAction) -> BulkPlan? {
        guard marks.cards.count <= window.items.count else { return nil }
        let items = window.items.filter { marks.cards.contains($0.id) }
        guard items.count == marks.cards.count || window.isWhole else { return nil }
        let cards = items.filter { item in
            if case .refused = item.delivery { return false }
            guard case .card(let card) = item.content else { return false }
            return action.isOffered(by: card.body)
        }
        return BulkPlan(
            action: action, container: id, stream: streamID, cards: cards.map(\.id),
            skipped: marks.cards.count - cards.count)
    }
}
