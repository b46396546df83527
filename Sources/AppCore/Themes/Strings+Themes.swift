extension Strings {
    /// Texts for choosing a theme.
    package enum Themes {
        package static let title = "Theme"
        package static let inUse = "in use"
        package static let own = "yours"
        package static let unusable = "has mistakes"
        package static func mistakes(_ first: String, others: Int) -> String {
            // The number comes first, because a long text is truncated at the end.
            others == 0 ? first : "\(others + 1) mistakes, the first: \(first)"
        }
        /// - Parameter stream: The stream whose publisher provided the theme.
        package static func refused(_ stream: String, reason: String) -> String {
            "The publisher's theme for \(stream) is not used: \(reason)"
        }
        package static func chosen(_ name: String) -> String {
            "To keep this theme, set theme = \"\(name)\" in config.toml"
        }
    }
}
