package import Cards

/// A wish about scrolling that only the draw pass can fulfil, because only it knows how tall cards are.
///
/// Draw resolves it against real heights and reports the anchor and the selection that came out; see
/// ``FrameReport``. A viewport never shows empty rows after the last card while earlier cards could fill them,
/// unless everything fits.
package enum ScrollIntent: Hashable, Sendable {
    /// Show the selected card with the least scrolling. When it is taller than the viewport, its `edge` is aligned
    /// with the viewport's same edge; `nearest` leaves the view alone as long as any line of the card is in sight.
    case revealSelection(edge: Edge)
    /// Show the focused element of the selected card with the least scrolling, the whole card if that fits.
    case revealFocus
    /// The card has changed around the focused element: show it as ``revealFocus`` does, but with what stands before it over
    /// it where it is above the view now.
    case keepFocus
    /// Show this element of the selected card with the least scrolling, the whole card if that fits.
    case revealElement(FocusTarget)
    /// Show the title of the selected card with the least scrolling, and the element (nil: the first button) where both fit;
    /// the whole card if that fits.
    case revealTitle(with: FocusTarget?)
    /// Move the view by rows; positive scrolls towards the end. The selection stays while its title is in sight,
    /// else it goes the same way, to the nearest card with title and first button in sight. Where there is none, and while
    /// a part of the card has the focus, it stays as long as a line of it is in sight.
    case lines(Int)
    /// Move the view by half viewports (a viewport less one row makes two). The selection keeps its place on
    /// screen as well as it can: it goes to the card at the row where the selected card's top was, or to the nearest
    /// one with title and button in sight. When the view cannot move any more, the selection goes to the first or last
    /// card.
    case halfPages(Int)
    /// Move the view by the rows that the card has grown from this height, so that what stands below the growth stays in
    /// its place.
    case grown(CardID, from: Int)
    /// The very start or end of the window; the selection is already set.
    case toStart
    case toEnd

    package enum Edge: Hashable, Sendable { case top, bottom, nearest }
}
