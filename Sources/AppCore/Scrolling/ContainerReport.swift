package import Canvas
package import Cards

/// The layout of one container in a frame.
package struct ContainerReport: Equatable, Sendable {
    package var id: ContainerID
    /// The rows in which cards scroll, without header and footer, in screen coordinates.
    package var viewport: Rect
    /// The anchor that describes the scroll position of the frame; nil if there are no cards.
    package var anchor: ScrollAnchor?
    /// The selection after resolving the scroll intent.
    package var selection: CardID?
    /// The visible cards from the top; for a list, their rows.
    package var cards: [CardReport]
    /// Whether ``cards`` are the rows of a list.
    package var isList = false
    /// The card of a list that is shown in full; nil if there is no room for it next to or below the rows.
    package var preview: Preview?
    /// The tallest card of a horizontal container that was laid out so far.
    package var tallest: Tallest?
    /// The scroll bar; nil if all cards are in sight.
    package var bar: ScrollBar?

    /// The height of a card at a certain width.
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
    /// The card of a list that is shown in full and scrolls in its own viewport.
    package struct Preview: Equatable, Sendable {
        /// The rows in which the card scrolls, in screen coordinates.
        package var viewport: Rect
        package var card: CardReport
        package var anchor: ScrollAnchor?

        package init(viewport: Rect, card: CardReport, anchor: ScrollAnchor? = nil) {
            self.viewport = viewport
            self.card = card
            self.anchor = anchor
        }
    }

    /// A card that is shown in full rather than as the row of a list, and its viewport.
    package func wholeCard(_ id: CardID) -> (card: CardReport, viewport: Rect)? {
        guard isList else { return card(id).map { ($0, viewport) } }
        return preview.flatMap { $0.card.id == id ? ($0.card, $0.viewport) : nil }
    }

    /// The number of visible cards.
    package var visibleCount: Int { cards.isEmpty && preview != nil ? 1 : cards.count }

    /// Whether commands may act on a card at its position: its title and the target are in sight. In a list, the card's
    /// row shows the title, so only the target must be in sight.
    ///
    /// - Parameter element: The target or focused element; nil for the card itself.
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
