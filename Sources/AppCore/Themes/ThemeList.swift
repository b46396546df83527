/// The available themes.
package struct ThemeList: Equatable, Sendable {
    package var items: [Item]
    /// The name of the theme in use, which may be a file that is not in the list.
    package var current: String
    /// The name of the theme in use in the list.
    package var currentListed: String

    package struct Item: Equatable, Sendable {
        package var name: String
        /// Whether the theme is a file of the user.
        package var isOwn: Bool
        /// Whether a part of the theme has no effect, or it cannot be read.
        package var hasMistakes: Bool

        package init(name: String, isOwn: Bool, hasMistakes: Bool = false) {
            self.name = name
            self.isOwn = isOwn
            self.hasMistakes = hasMistakes
        }
    }

    package init(items: [Item], current: String, currentListed: String? = nil) {
        self.items = items
        self.current = current
        self.currentListed = currentListed ?? current
    }
}
