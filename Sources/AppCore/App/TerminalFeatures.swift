package import Canvas

/// What the terminal can show in addition to text and colours. Determined at the start from the terminal's name and the
/// user's settings, except for picture support, which the terminal is queried for.
package struct TerminalFeatures: Hashable, Sendable {
    /// Text can be a hyperlink. Otherwise the key that opens the link is shown after the text.
    package var hasHyperlinks: Bool
    /// The font has the glyphs of Nerd Fonts.
    package var hasNerdFont: Bool
    /// How pictures are drawn. Without support, they are shown as text.
    package var pictures: PictureSupport
    /// The terminal has not yet reported how it shows pictures, which it does soon after the first frame. Until then,
    /// the layout reserves their space and no picture is loaded, because it might be loaded for the wrong drawing
    /// method.
    package var awaitsPictures: Bool
    /// Links can be opened on this system. Otherwise they are shown and copied.
    package var opensLinks: Bool

    package init(
        hasHyperlinks: Bool = false, hasNerdFont: Bool = false, pictures: PictureSupport = .none,
        awaitsPictures: Bool = false, opensLinks: Bool = true
    ) {
        self.hasHyperlinks = hasHyperlinks
        self.hasNerdFont = hasNerdFont
        self.pictures = pictures
        self.awaitsPictures = awaitsPictures
        self.opensLinks = opensLinks
    }
}
