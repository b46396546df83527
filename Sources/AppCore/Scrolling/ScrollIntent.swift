package import Cards

/// A request to scroll that only the draw pass can resolve, because only it knows the heights of cards.
///
/// Draw resolves it with the actual heights, and reports the resulting anchor and selection; see ``FrameReport``. A
/// viewport never shows empty rows after the last card while earlier cards could fill them, unless everything fits.
package enum ScrollIntent: Hashable, Sendable {
    /// Show the selected card with the least scrolling. If it is taller than the viewport, its `edge` is aligned with
    /// the same edge of the viewport; `nearest` does not scroll while any line of the card is in sight.
    case revealSelection(edge: Edge)
    /// Show the focused element of the selected card with the least scrolling, and the whole card if it fits.
    case revealFocus
    /// Show the focused element like ``revealFocus`` after the card has changed around it. If the element is above the
    /// viewport, also show the text before it.
    case keepFocus
    /// Show this element of the selected card with the least scrolling, and the whole card if it fits.
    case revealElement(FocusTarget)
    /// Show the title of the selected card with the least scrolling, and the element (nil: the first button) if both
    /// fit; the whole card if it fits.
    case revealTitle(with: FocusTarget?)
    /// Scroll by a number of rows; positive values scroll towards the end. The selection stays while its title is in
    /// sight. Otherwise it moves in the same direction to the nearest card whose title and first button are in sight.
    /// If there is none, or while an element of the card has the focus, it stays as long as a line of it is in sight.
    case lines(Int)
    /// Scroll by a number of half viewports (two are one viewport minus one row). The selection keeps its place on
    /// screen as far as possible: it moves to the card at the row of the selected card's previous top, or to the
    /// nearest card with title and button in sight. If the viewport cannot scroll further, the selection moves to the
    /// first or last card.
    case halfPages(Int)
    /// Scroll by the number of rows that the card has grown from this height, so that the content below the growth
    /// stays in place.
    case grown(CardID, from: Int)
    /// Scroll to the start of the window. The selection is already set. ``toEnd`` scrolls to the end.
    case toStart
    case toEnd

    package enum Edge: Hashable, Sendable { case top, bottom, nearest }
}
