/// What the terminal can show beyond text and colours; known at the start, from its name and the user's settings.
package struct TerminalFeatures: Hashable, Sendable {
    /// Text can be a link by itself; otherwise the key that opens it is written behind it.
    package var hasHyperlinks: Bool
    /// The font has the glyphs of Nerd Fonts.
    package var hasNerdFont: Bool

    package init(hasHyperlinks: Bool = false, hasNerdFont: Bool = false) {
        self.hasHyperlinks = hasHyperlinks
        self.hasNerdFont = hasNerdFont
    }
}
