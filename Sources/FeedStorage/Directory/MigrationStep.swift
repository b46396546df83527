/// A change of a storage's tables that a version of the program has made.
package struct MigrationStep: Hashable, Sendable {
    package var name: String
    /// What it adds, in a few words.
    package var title: String

    package init(name: String, title: String) {
        self.name = name
        self.title = title
    }
}
