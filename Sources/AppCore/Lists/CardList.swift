/// What a container knows of itself as a list: rows for the cards, and the selected card in full.
package struct CardList: Equatable, Sendable {
    /// The layout that the user has chosen; nil for that of the container's options.
    package var chosenLayout: ContainerOptions.Layout?
    /// Whether the keys go to the selected card rather than to the rows.
    package var isCardOpen = false
    /// Where the selected card is scrolled to within its own viewport; nil for its top.
    package var anchor: ScrollAnchor?
    /// What the next frame shall do about that; cleared when its report is adopted.
    package var scrollIntent: ScrollIntent?

    package init() {}
}

extension ContainerModel {
    /// How the cards are laid out now.
    package var layout: ContainerOptions.Layout {
        guard kind == .vertical else { return .cards }
        return list.chosenLayout ?? options.layout ?? .cards
    }

    /// Whether the container shows its cards as a list.
    package var isList: Bool { layout == .list }

    /// Whether the keys go to the card that stands in full: it is open, or a part of it has the focus.
    package var isReadingCard: Bool { isList && (list.isCardOpen || focus != nil) }

    /// Whether Enter opens the selected card.
    var opensCard: Bool { isList && !isReadingCard && selection != nil }

    /// Gives the keys to the selected card, which stands in full from then on.
    mutating func openCard() {
        guard isList, selection != nil else { return }
        list.isCardOpen = true
        scrollIntent = .revealSelection(edge: .nearest)
    }

    /// Gives the keys back to the rows, which stand as they were left.
    mutating func closeCard() {
        list.isCardOpen = false
        scrollIntent = .revealSelection(edge: .nearest)
    }

    /// Changes to a layout. The selected card keeps some of those before it in sight.
    /// - Parameter rows: The height of the screen.
    mutating func changeLayout(to layout: ContainerOptions.Layout, rows: Int) {
        list = CardList()
        if layout != options.layout ?? .cards { list.chosenLayout = layout }
        focus = nil
        anchor = selection.map { ScrollAnchor(card: $0, line: -rows / 3) }
        scrollIntent = .revealSelection(edge: .nearest)
    }

    /// Adds rows to what the card of a list is still to be scrolled by.
    mutating func scrollCard(lines: Int) {
        if case .lines(let pending)? = list.scrollIntent {
            list.scrollIntent = .lines(pending + lines)
        } else {
            list.scrollIntent = .lines(lines)
        }
    }

    /// Adds half pages to what the card of a list is still to be scrolled by.
    mutating func scrollCard(halves: Int) {
        if case .halfPages(let pending)? = list.scrollIntent {
            list.scrollIntent = .halfPages(pending + halves)
        } else {
            list.scrollIntent = .halfPages(halves)
        }
    }
}
