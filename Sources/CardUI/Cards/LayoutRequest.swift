internal import AppCore
internal import Cards

/// Everything that the layout of one card depends on, except the settings of the frame.
struct LayoutRequest {
    let item: CardWindow.Item
    var subview: String?
    var words = CardWords()
    var form: FormState?
    var unfolded: Set<Int>?
    /// The index of the picture shown by each carousel.
    var carouselPositions: [Int: Int]?
    var variables: [String: String]?
    var pages: LoadedPages?
    let width: Int
    var gallery = PictureGallery()
    /// What the source of the card supports. Buttons for other actions are drawn as disabled.
    var capabilities = SourceCapabilities.all
    /// See ``DrawContext/settingsIndex``.
    var settingsIndex = 0
}
