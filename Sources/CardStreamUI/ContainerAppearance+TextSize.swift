internal import Theming

extension ContainerAppearance {
    /// How large the user wants texts, in the sizes of iOS's Dynamic Type (Atomic SwiftUI SDK guide 25.4, "Font sizing behavior").
    /// In a terminal larger texts stand out more: bold from `xxl` on, in capitals and spaced for the accessibility sizes. The
    /// raw value is that of the setting `text_size` in `config.toml`.
    public enum TextSize: String, Hashable, Sendable, CaseIterable {
        /// Smaller than usual; in a terminal as usual.
        case xs, s, m
        /// Usual.
        case l
        /// Larger, the last two bold.
        case xl, xxl, xxxl
        /// The first of the accessibility sizes.
        case accessibilityM = "accessibility-m"
        /// The second.
        case accessibilityL = "accessibility-l"
        /// The third.
        case accessibilityXL = "accessibility-xl"
        /// The fourth.
        case accessibilityXXL = "accessibility-xxl"
        /// The largest.
        case accessibilityXXXL = "accessibility-xxxl"

        var size: Theming.TextSize { Theming.TextSize(rawValue: rawValue) ?? .standard }
    }
}
