extension Strings {
    /// Choosing a theme.
    package enum Themes {
        package static let title = "Theme"
        package static let inUse = "in use"
        package static let own = "yours"
        package static let unusable = "has mistakes"
        package static func mistakes(_ first: String, others: Int) -> String {
            others == 0 ? first : "\(first) (and \(others) more)"
        }
        package static func chosen(_ name: String) -> String {
            "Until you quit. To keep it, write theme = \"\(name)\" into config.toml"
        }
    }
}
