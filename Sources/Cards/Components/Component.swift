/// An element of a card's or subview's content, in layout order. In JSON an object with a `type`.
public enum Component: Hashable, Sendable {
    /// A line that names the kind of card.
    case category(Category)
    /// A title, in one of three sizes.
    case headline(Headline)
    /// Paragraphs.
    case text(TextBlock)
    /// A list with items below each other or in one line.
    case list(ListBlock)
    /// An image or a video.
    case media(Media)
    /// Pictures beside each other.
    case carousel(Carousel)
    /// Buttons.
    case buttons(ButtonContainer)
    /// A form field.
    case input(Input)
    /// A place where further content can be loaded.
    case loadMore(LoadMore)
    /// A component that this version does not know: not shown, and preserved for a round trip.
    case unknown(type: String, JSONObject)
}
