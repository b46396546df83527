internal import AppCore
internal import Cards

/// All that the layout of one card depends on, in addition to the settings of the frame.
struct LayoutRequest {
    let item: CardWindow.Item
    var subview: String?
    var words = CardWords()
    var form: FormState?
    var unfolded: Set<Int>?
    /// The picture of each carousel that the user is at.
    var turned: [Int: Int]?
    var variables: [String: String]?
    var pages: LoadedPages?
    let width: Int
    var gallery = PictureGallery()
    /// What the source of the card can do: buttons for the rest are drawn as out of use.
    var capabilities = SourceCapabilities.all
    /// Of ``DrawContext/look``.
    var look = 0
}
