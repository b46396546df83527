package import Canvas
package import Cards

/// The layout of one container.
package struct ContainerReport: Equatable, Sendable {
    package var id: ContainerID
    /// The rows cards scroll in, in screen coordinates; without header and footer.
    package var viewport: Rect
    /// The anchor that describes the frame; nil when there are no cards.
    package var anchor: ScrollAnchor?
    /// The selection after the intent was resolved.
    package var selection: CardID?
    /// The cards in sight, from the top; of a list their rows.
    package var cards: [CardReport]
    /// Whether ``cards`` are the rows of a list.
    package var isList = false
    /// The card of a list that stands in full; nil where there is no room for it beside or below the rows.
    package var preview: Preview?
    /// The highest card of a strip that was laid out so far.
    package var tallest: Tallest?
    /// What can be scrolled, for a bar beside the cards; nil where all of it is in sight.
    package var bar: ScrollBar?

    /// The height of a card at a width.
    package struct Tallest: Equatable, Sendable {
        package var card: CardID
        package var columns: Int
        package var rows: Int

        package init(card: CardID, columns: Int, rows: Int) {
            self.card = card
            self.columns = columns
            self.rows = rows
        }
    }

    package init(
        id: ContainerID, viewport: Rect, anchor: ScrollAnchor? = nil, selection: CardID? = nil,
        cards: [CardReport] = []
    ) {
        self.id = id
        self.viewport = viewport
        self.anchor = anchor
        self.selection = selection
        self.cards = cards
    }

    package func card(_ id: CardID) -> CardReport? { cards.first { $0.id == id } }
}

extension ContainerReport {
    /// The card of a list that stands in full, where it scrolls by itself.
    package struct Preview: Equatable, Sendable {
        /// The rows the card scrolls in, in screen coordinates.
        package var viewport: Rect
        package var card: CardReport
        package var anchor: ScrollAnchor?

        package init(viewport: Rect, card: CardReport, anchor: ScrollAnchor? = nil) {
            self.viewport = viewport
            self.card = card
            self.anchor = anchor
        }
    }

    /// A card with all it says, not the row of a list, and what it scrolls in.
    package func wholeCard(_ id: CardID) -> (card: CardReport, viewport: Rect)? {
        guard isList else { return card(id).map { ($0, viewport) } }
        return preview.flatMap { $0.card.id == id ? ($0.card, $0.viewport) : nil }
    }

    /// How many cards are in sight.
    package var visibleCount: Int { cards.isEmpty && preview != nil ? 1 : cards.count }

    /// Whether something may be done to a card as it stands: its title is in sight, and with it what is acted on. In a list
    /// the card's row shows the title, and then only what is acted on must be in sight of the card.
    ///
    /// - Parameter element: What is acted on or has the focus; nil for the card itself.
    package func isRecognizable(_ id: CardID, with element: FocusTarget?) -> Bool {
        guard isList, card(id)?.showsTitle(viewportHeight: viewport.size.rows) == true else {
            guard let (card, viewport) = wholeCard(id) else { return false }
            return card.isRecognizable(with: element, viewportHeight: viewport.size.rows)
        }
        guard let element else { return true }
        guard let (card, viewport) = wholeCard(id) else { return false }
        return card.shows(element, viewportHeight: viewport.size.rows)
    }
}
