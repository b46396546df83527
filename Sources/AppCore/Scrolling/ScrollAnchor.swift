package import Cards

/// Ties the scroll position to a card: which of its lines is on the viewport's first row.
///
/// `line` counts the rows of the card as drawn, its borders included, from 0. A negative line lies above the card:
/// the card's top is then that many rows below the viewport's first row, and gaps and earlier cards fill what is
/// above. So the card's top is always on viewport row `-line`. When the card has left the window, drawing starts
/// from the selection at the top of the viewport instead.
package struct ScrollAnchor: Hashable, Sendable {
    package var card: CardID
    package var line: Int
    /// In a horizontal container: the viewport's column at which the card's left edge is. Negative when that is out of
    /// sight.
    package var column: Int

    package init(card: CardID, line: Int = 0, column: Int = 0) {
        self.card = card
        self.line = line
        self.column = column
    }
}
