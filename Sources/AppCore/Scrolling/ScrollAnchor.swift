package import Cards

/// Ties the scroll position to a card: the line of the card that is on the viewport's first row.
///
/// `line` counts the rows of the drawn card including its borders, from 0. A negative line is above the card: the
/// card's top is then that many rows below the viewport's first row, and gaps and earlier cards fill the rows above it.
/// So the card's top is always on viewport row `-line`. If the card has left the window, drawing starts with the
/// selection at the top of the viewport instead.
package struct ScrollAnchor: Hashable, Sendable {
    package var card: CardID
    package var line: Int
    /// In a horizontal container, the viewport's column of the card's left edge. Negative if the edge is out of sight.
    package var column: Int

    package init(card: CardID, line: Int = 0, column: Int = 0) {
        self.card = card
        self.line = line
        self.column = column
    }
}
