package import Canvas

/// What the terminal can show beyond text and colours: known at the start, from its name and the user's settings, but
/// for pictures, which it is asked about.
package struct TerminalFeatures: Hashable, Sendable {
    /// Text can be a link by itself; otherwise the key that opens it is written behind it.
    package var hasHyperlinks: Bool
    /// The font has the glyphs of Nerd Fonts.
    package var hasNerdFont: Bool
    /// How pictures are drawn; without a way they are shown as text.
    package var pictures: PictureSupport
    /// The terminal has not reported yet how it shows pictures, which it does soon after the first frame: their places
    /// are held, and none is fetched for a way of drawing that may not be the right one.
    package var awaitsPictures: Bool
    /// Links can be opened from here; otherwise they are shown and copied.
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
