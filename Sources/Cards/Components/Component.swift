extension Card {
    /// An element of a card's or subview's content, in layout order. In JSON an object with a `type`.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Component: Hashable, Sendable {
        /// A line that names the kind of card.
        case category(Card.Category)
        /// A title, in one of three sizes.
        case headline(Card.Headline)
        /// Paragraphs.
        case text(Card.TextBlock)
        /// A list with items below each other or in one line.
        case list(Card.ListBlock)
        /// An image or a video.
        case media(Card.Media)
        /// A row of images.
        case carousel(Card.Carousel)
        /// Buttons.
        case buttons(Card.ButtonContainer)
        /// A form field.
        case input(Card.Input)
        /// A place where further content can be loaded.
        case loadMore(Card.LoadMore)
        /// A component that this version does not know: not shown, and preserved for a round trip.
        case unknown(type: String, JSONObject)
    }
}
