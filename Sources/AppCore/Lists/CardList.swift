/// The state of a container's list layout: rows for the cards, and the selected card in full.
package struct CardList: Equatable, Sendable {
    /// The layout that the user chose; nil for the layout of the container's options.
    package var chosenLayout: ContainerOptions.Layout?
    /// Whether the keyboard focus is in the selected card rather than in the rows.
    package var isCardOpen = false
    /// The scroll position of the selected card in its own viewport; nil for the top.
    package var anchor: ScrollAnchor?
    /// How the next frame scrolls the card. Cleared when the report of that frame is adopted.
    package var scrollIntent: ScrollIntent?

    package init() {}
}

extension ContainerModel {
    /// The current layout.
    package var layout: ContainerOptions.Layout {
        guard kind == .vertical else { return .cards }
        return list.chosenLayout ?? options.layout ?? .cards
    }

    /// Whether the container shows its cards as a list.
    package var isList: Bool { layout == .list }

    /// Whether the selected card is open. False for a folded group, which has nothing to show in full.
    package var isCardOpen: Bool { isList && list.isCardOpen && selectedItem?.isFoldedGroup != true }

    /// Whether the keyboard focus is in the card that is shown in full: it is open, or one of its elements has the
    /// focus.
    package var isReadingCard: Bool { isCardOpen || isList && focus != nil }

    /// Whether Enter opens the selected card.
    var opensCard: Bool { isList && !isReadingCard && selection != nil }

    /// Moves the keyboard focus to the selected card, which is shown in full from then on.
    mutating func openCard() {
        guard isList, selection != nil else { return }
        list.isCardOpen = true
        scrollIntent = .revealSelection(edge: .nearest)
    }

    /// Moves the keyboard focus back to the rows.
    mutating func closeCard() {
        list.isCardOpen = false
        scrollIntent = .revealSelection(edge: .nearest)
    }

    /// Changes the layout. Some cards before the selected card stay in sight.
    /// - Parameter rows: The height of the screen.
    mutating func changeLayout(to layout: ContainerOptions.Layout, rows: Int) {
        list = CardList()
        if layout != options.layout ?? .cards { list.chosenLayout = layout }
        focus = nil
        anchor = selection.map { ScrollAnchor(card: $0, line: -rows / 3) }
        scrollIntent = .revealSelection(edge: .nearest)
    }

    /// Adds rows to the pending scroll of the card in a list.
    mutating func scrollCard(lines: Int) {
        if case .lines(let pending)? = list.scrollIntent {
            list.scrollIntent = .lines(pending + lines)
        } else {
            list.scrollIntent = .lines(lines)
        }
    }

    /// Adds half pages to the pending scroll of the card in a list.
    mutating func scrollCard(halves: Int) {
        if case .halfPages(let pending)? = list.scrollIntent {
            list.scrollIntent = .halfPages(pending + halves)
        } else {
            list.scrollIntent = .halfPages(halves)
        }
    }
}
