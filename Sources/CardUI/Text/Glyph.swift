internal import Canvas

/// The symbols of the user interface. Each takes one column, and none conveys meaning alone.
enum Glyph {
    static let bullet: SafeText = "•"
    private static let bullets: [SafeText] = [bullet, "◦", "–"]
    static let menu: SafeText = "⋯"
    static let dismiss: SafeText = "✕"
    /// The highest priority, and the second highest.
    static let highest: SafeText = "▲"
    static let high: SafeText = "△"
    static let failure: SafeText = "✗"
    static let success: SafeText = "✓"
    /// An action without effect.
    static let none: SafeText = "–"
    /// Drawn on the frame of a marked card.
    static let mark: SafeText = "✓"
    static let waiting: SafeText = "◌"
    static let image: SafeText = "▣"
    static let video: SafeText = "▷"
    static let up: SafeText = "↑"
    static let down: SafeText = "↓"
    static let back: SafeText = "‹"
    static let forth: SafeText = "›"
    /// Drawn before a result.
    static let result: SafeText = "→"
    static let unfold: SafeText = "▾"
    static let fold: SafeText = "▴"
    static let pointer: SafeText = "▸"
    static let bar: SafeText = "│"
    static let heavyBar: SafeText = "┃"
    static let external: SafeText = "↗"
    /// Replaces an image that could not be loaded.
    static let missingIcon: SafeText = "▫"

    /// The bullet of a list item, by the depth of the list, from 0.
    static func bullet(level: Int) -> SafeText { bullets[min(max(0, level), bullets.count - 1)] }

    /// The thumb of a scroll bar.
    static let scrollThumb: Unicode.Scalar = "┃"

    /// The left edge of the selected card.
    static let selectedEdge: Unicode.Scalar = "▌"

    /// The ends of a button. The style of the button decides whether the part between them is filled.
    static let buttonEdges: (left: SafeText, right: SafeText) = ("▐", "▌")
}
