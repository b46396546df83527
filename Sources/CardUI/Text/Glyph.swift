internal import Canvas

/// The signs the user interface draws with. Each takes one column, and none carries meaning alone.
enum Glyph {
    static let bullet: SafeText = "•"
    private static let bullets: [SafeText] = [bullet, "◦", "–"]
    static let menu: SafeText = "⋯"
    static let dismiss: SafeText = "✕"
    /// Of the highest priority, and of the next.
    static let highest: SafeText = "▲"
    static let high: SafeText = "△"
    static let failure: SafeText = "✗"
    static let success: SafeText = "✓"
    /// Nothing came of it.
    static let none: SafeText = "–"
    /// On the frame of a marked card.
    static let mark: SafeText = "✓"
    static let waiting: SafeText = "◌"
    static let image: SafeText = "▣"
    static let video: SafeText = "▷"
    static let up: SafeText = "↑"
    static let down: SafeText = "↓"
    static let back: SafeText = "‹"
    static let forth: SafeText = "›"
    /// Before what something comes to.
    static let result: SafeText = "→"
    static let unfold: SafeText = "▾"
    static let fold: SafeText = "▴"
    static let pointer: SafeText = "▸"
    static let bar: SafeText = "│"
    static let heavyBar: SafeText = "┃"
    static let external: SafeText = "↗"
    /// In place of an image that could not be loaded.
    static let missingIcon: SafeText = "▫"

    /// By the depth of the list, from 0.
    static func bullet(level: Int) -> SafeText { bullets[min(max(0, level), bullets.count - 1)] }

    /// What is in sight, on a scroll bar.
    static let scrollThumb: Unicode.Scalar = "┃"

    /// The left edge of the selected card.
    static let selectedEdge: Unicode.Scalar = "▌"

    /// The ends of a button. What is between them is filled or not, by the button's style.
    static let buttonEdges: (left: SafeText, right: SafeText) = ("▐", "▌")
}
