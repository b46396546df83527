/// The themes to choose from.
package struct ThemeList: Equatable, Sendable {
    package var items: [Item]
    /// The name of the one in use. It may be a file that is not in the list.
    package var current: String
    /// The name under which the list has that one.
    package var currentListed: String

    package struct Item: Equatable, Sendable {
        package var name: String
        /// Whether it is a file of the user's.
        package var isOwn: Bool
        /// Whether some of it has no effect, or it cannot be read.
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
