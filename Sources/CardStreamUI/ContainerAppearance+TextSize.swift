internal import Theming

extension ContainerAppearance {
    /// The text size, by the sizes of iOS's Dynamic Type (Atomic SwiftUI SDK guide 25.4, "Font sizing behavior"). In a
    /// terminal larger texts stand out more: bold from `xxl` on, capitals and spacing for the accessibility sizes. The
    /// raw value is that of the setting `text_size` in `config.toml`.
    public enum TextSize: String, Hashable, Sendable, CaseIterable {
        /// Smaller than the default on iOS; in a terminal, the same as the default.
        case xs, s, m
        /// The default.
        case l
        /// Larger; the last two are bold.
        case xl, xxl, xxxl
        /// The first of the accessibility sizes.
        case accessibilityM = "accessibility-m"
        /// The second of the accessibility sizes.
        case accessibilityL = "accessibility-l"
        /// The third of the accessibility sizes.
        case accessibilityXL = "accessibility-xl"
        /// The fourth of the accessibility sizes.
        case accessibilityXXL = "accessibility-xxl"
        /// The largest of the accessibility sizes.
        case accessibilityXXXL = "accessibility-xxxl"

        var size: Theming.TextSize { Theming.TextSize(rawValue: rawValue) ?? .standard }
    }
}
