extension Strings {
    /// Choosing a theme.
    package enum Themes {
        package static let title = "Theme"
        package static let inUse = "in use"
        package static let own = "yours"
        package static let unusable = "has mistakes"
        package static func mistakes(_ first: String, others: Int) -> String {
            // First what would be cut from the end of a long one.
            others == 0 ? first : "\(others + 1) mistakes, the first: \(first)"
        }
        /// - Parameter stream: Its publisher has given it the theme.
        package static func refused(_ stream: String, reason: String) -> String {
            "The publisher's theme for \(stream) is not used: \(reason)"
        }
        package static func chosen(_ name: String) -> String {
            "To keep this theme, set theme = \"\(name)\" in config.toml"
        }
    }
}
